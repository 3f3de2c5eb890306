import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeSets, type ChargeMethod, type ChargeState } from './chargeWords.ts';

/** The numbers of accounts that the words of a transfer name, with or without dash and spaces. */
export function accountNumbersIn(words: string, club: ClubName): number[] {
  const found = [...words.toUpperCase().matchAll(new RegExp(`(?<![A-Z])${club}[\\s\\-–./:]*K\\s?(\\d{5,9})(?!\\d)`, 'g'))];
  return [...new Set(found.map(([, digits]) => Number(digits)))];
}

/** Whether the payer has to transfer it: open, not collected, and no refund. */
export function isToTransfer({ state, method, cents }: { state: ChargeState; method: ChargeMethod; cents: number }): boolean {
  return cents > 0 && chargeSets.due.includes(state) && (state === 'returned' || method === 'transfer');
}

/** More open charges than these are not tried in all their sums. */
const triedAtMost = 12;

/**
 * The open charges of a payer that a transfer pays to the cent: the oldest ones up to its sum, else the first of their
 * selections that has it.
 *
 * @param rests what is open of each, in cents, the oldest due first
 * @returns their places; `isSure` where they are the oldest without a gap. None where no selection has the sum.
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
