import { chargeSets, chargeStateNames, mayMoveCharge, type ChargeState } from '../chargeWords.ts';

/** How many charges are changed at once. */
export const chargeBatchAtMost = 2000;

/** The changes that can be made to many charges at once. */
export const chargeBatchActions = ['paid', 'dueOn', 'method', 'defer', 'waive', 'cancel', 'remind', 'reopen'] as const;
export type ChargeBatchAction = (typeof chargeBatchActions)[number];

/** Whether the change needs a reason, which the log and the payer read. */
export function needsReason(action: ChargeBatchAction): boolean {
  return action !== 'paid' && action !== 'remind' && action !== 'reopen';
}

type Judged = { state: ChargeState; cents: number; version: number };

/** Why a charge cannot be changed so, in a word; empty where it can. `seen` is the version that was chosen. */
export function whyLeft({ state, cents, version }: Judged, action: ChargeBatchAction, seen: number): string {
  if (version !== seen) return 'inzwischen geändert';
  if (action === 'reopen') return state === 'paid' ? '' : chargeStateNames[state];
  if (cents <= 0) return 'Erstattung';
  if (!chargeSets.due.includes(state)) return chargeStateNames[state];
  return action === 'cancel' && !mayMoveCharge(state, 'cancelled') ? chargeStateNames[state] : '';
}

type Owned = { id: string; payerId: string; why: string; isOwed: boolean };
export type Sorted = { done: string[]; left: Map<string, number> };

/**
 * All or none for each payer: an owed charge that cannot be changed keeps back the other charges of its payer; paid and waived ones are only left out.
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
