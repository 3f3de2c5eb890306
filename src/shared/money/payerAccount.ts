import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeSets, type ChargeMethod, type ChargeState } from './chargeWords.ts';

/** The account numbers in a transfer's purpose, with or without dash and spaces. */
export function accountNumbersIn(words: string, club: ClubName): number[] {
  const found = [...words.toUpperCase().matchAll(new RegExp(`(?<![A-Z])${club}[\\s\\-–./:]*K\\s?(\\d{5,9})(?!\\d)`, 'g'))];
  return [...new Set(found.map(([, digits]) => Number(digits)))];
}

/** Whether the payer has to transfer a charge: open, not collected, and no refund. */
export function isToTransfer({ state, method, cents }: { state: ChargeState; method: ChargeMethod; cents: number }): boolean {
  return cents > 0 && chargeSets.due.includes(state) && (state === 'returned' || method === 'transfer');
}

/** With more open charges, only the oldest-first selection is tried. */
const triedAtMost = 12;

/**
 * The open charges of a payer whose sum equals a transfer: the oldest ones without a gap, otherwise the first other selection.
 *
 * @param rests the open amounts in cents, oldest due first
 * @returns the indexes; `isSure` if they are the oldest without a gap. Undefined if no selection has the sum.
 */
export function paidBy(rests: readonly number[], cents: number): { places: number[]; isSure: boolean } | undefined {
  let sum = 0;
  for (const [at, rest] of rests.entries()) {
    sum += rest;
    if (sum === cents) return { places: rests.slice(0, at + 1).map((_, place) => place), isSure: true };
  }
  if (rests.length > triedAtMost) return undefined;
  const places = selectionOf(rests, cents, 0);
  return places && { places, isSure: false };
}

function selectionOf(rests: readonly number[], cents: number, from: number): number[] | undefined {
  if (cents === 0) return [];
  for (let at = from; at < rests.length; at++) {
    const rest = rests[at] ?? 0;
    const others = rest <= cents ? selectionOf(rests, cents - rest, at + 1) : undefined;
    if (others) return [at, ...others];
  }
  return undefined;
}
