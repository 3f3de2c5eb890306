import { chargeSets, chargeStateNames, mayMoveCharge, type ChargeState } from '../chargeWords.ts';

/** The maximum of charges that are changed at once. */
export const chargeBatchAtMost = 2000;

/** The changes that can be made to many charges at once. */
export const chargeBatchActions = ['paid', 'dueOn', 'method', 'defer', 'payer', 'waive', 'cancel', 'remind', 'reopen'] as const;
export type ChargeBatchAction = (typeof chargeBatchActions)[number];

/** Whether a change needs a reason, which is shown in the audit log and to the payer. */
export function needsReason(action: ChargeBatchAction): boolean {
  return action !== 'paid' && action !== 'remind' && action !== 'reopen';
}

type Judged = { state: ChargeState; cents: number; version: number };

/** Why a charge cannot be changed this way, in short; empty if it can. `seen` is the version that the user selected. */
export function skipReason({ state, cents, version }: Judged, action: ChargeBatchAction, seen: number): string {
  if (version !== seen) return 'inzwischen geändert';
  if (action === 'reopen') return state === 'paid' ? '' : chargeStateNames[state];
  if (cents <= 0) return 'Erstattung';
  if (!chargeSets.due.includes(state)) return chargeStateNames[state];
  return action === 'cancel' && !mayMoveCharge(state, 'cancelled') ? chargeStateNames[state] : '';
}

type Owned = { id: string; payerId: string; why: string; isOwed: boolean };
export type Sorted = { done: string[]; left: Map<string, number> };

/**
 * Changes all charges of a payer or none: an owed charge that cannot be changed blocks the other charges of its payer; paid and waived ones
 * are just skipped.
 */
export function byPayer(rows: readonly Owned[]): Sorted {
  const held = new Map(rows.filter(({ why, isOwed }) => why !== '' && isOwed).map(({ payerId, why }) => [payerId, why]));
  const done: string[] = [];
  const left = new Map<string, number>();
  for (const { id, payerId, why } of rows) {
    const reason = why || held.get(payerId) || '';
    if (reason === '') done.push(id);
    else left.set(reason, (left.get(reason) ?? 0) + 1);
  }
  return { done, left };
}
