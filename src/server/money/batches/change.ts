import { byPayer, skipReason, type ChargeBatchAction } from '#shared/money/batches/rules.ts';
import type { ChargeBatchChange, ChargeBatchResult } from '#shared/money/batches/contract.ts';
import { addMonths } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { changeStates, lockRows } from '../charges/changes.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { deferCharge } from '../payments/actions.ts';
import { remind, remindable } from '../payments/reminders.ts';
import { changeTerms, hasMandate, requireKnownPayer } from '../terms/change.ts';
import { isUntouched } from '../terms/installments.ts';
import { payerColumnsOf } from '../payers/read.ts';
import { notifyOfMany, notifyOfOtherPayer } from './mails.ts';

type Order = ChargeBatchChange & { club: ClubName; items: readonly { id: string; version: number }[]; by: string };
type Done = ChargeBatchResult & { rows: readonly ChargeRow[] };

const stateOf = { paid: 'paid', waive: 'written_off', cancel: 'cancelled', reopen: 'open' } as const satisfies {
  [action in ChargeBatchAction]?: string;
};

/** Changes many charges at once; either all charges of a payer or none of them. Returns the changed charges as they were before. */
export async function changeMany(tx: Transaction, order: Order): Promise<Done> {
  refuseDays(order);
  const seen = new Map(order.items.map(({ id, version }) => [id, version]));
  const rows = await lockRows(tx, [...seen.keys()], order.payerId ? [order.payerId] : []);
  if (rows.length !== seen.size || rows.some(({ club }) => club !== order.club)) throw new Problem('not-found');
  // The charge of an organisation is the strictest about who may pay it.
  const strictest = rows.find(({ personId }) => personId === null) ?? rows[0];
  if (order.payerId && strictest) await requireKnownPayer(tx, strictest, order.payerId);
  const judged: Parameters<typeof byPayer>[0][number][] = [];
  const spared = order.action === 'remind' ? await sparedOf(tx, order.club, rows) : new Map<string, string>();
  for (const row of rows) {
    const why = skipReason(row, order.action, seen.get(row.id) ?? 0) || spared.get(row.payerId) || (await whyNot(tx, row, order));
    judged.push({ id: row.id, payerId: row.payerId, why, isOwed: chargeSets.owed.includes(row.state) && row.cents > 0 });
  }
  const { done, left } = byPayer(judged);
  const ids = new Set(done);
  const changed = rows.filter(({ id }) => ids.has(id));
  const next = await apply(tx, changed, order);
  const now = next.length > 0 ? await lockRows(tx, next) : [];
  if (order.action === 'payer') await notifyOfOtherPayer(tx, order.club, now);
  return {
    rows: changed,
    changed: now.map(({ id, version }) => ({ id, version })),
    cents: changed.reduce((sum, row) => sum + restOf(row), 0),
    left: [...left].map(([reason, count]) => ({ reason, count })),
  };
}

function refuseDays({ action, paidOn, dueOn, until }: Order): void {
  if (action === 'paid' && paidOn && paidOn > today()) throw fieldProblem('paidOn', 'Bitte kein Tag in der Zukunft.');
  if (action === 'dueOn' && dueOn && dueOn > addMonths(today(), 36)) throw fieldProblem('dueOn', 'Höchstens in 36 Monaten.');
  if (action === 'dueOn' && dueOn && dueOn < today()) throw fieldProblem('dueOn', 'Bitte ein Tag ab heute.');
  if (action === 'defer' && until && until <= today()) throw fieldProblem('until', 'Bitte ein Tag in der Zukunft.');
}

/** The payers that cannot be reminded now, with the reason. */
async function sparedOf(tx: Transaction, club: ClubName, rows: readonly ChargeRow[]): Promise<Map<string, string>> {
  const spared = new Map<string, string>();
  for (const payerId of new Set(rows.map((row) => row.payerId))) {
    const { mayRemind, whyNot: reason } = await remindable(tx, club, payerId);
    if (!mayRemind) spared.set(payerId, reason.replace(/\.$/, '') || 'nichts zu überweisen ist überfällig');
  }
  return spared;
}

async function whyNot(tx: Transaction, row: ChargeRow, { action, method, payerId }: Order): Promise<string> {
  if (action === 'method' && method === 'sepa' && !(await hasMandate(tx, row))) return 'kein Mandat';
  if (action !== 'payer') return '';
  if (row.payerId === payerId) return 'zahlt schon';
  if (!isUntouched(row)) return 'schon bezahlt oder angemahnt';
  return '';
}

/** Gives the ids of the charges that hold now. */
async function apply(tx: Transaction, rows: readonly ChargeRow[], order: Order): Promise<string[]> {
  const { action, club, by, reason, paidOn, method, dueOn, until } = order;
  const ids = rows.map(({ id }) => id);
  if (action === 'remind') {
    for (const payerId of [...new Set(rows.map((row) => row.payerId))].toSorted()) await remind(tx, club, payerId);
    return ids;
  }
  if (action === 'payer') {
    const others = await handOver(tx, rows, order);
    await notifyOfMany(tx, rows, order);
    return others;
  }
  if (action === 'dueOn' || action === 'method')
    for (const row of rows) await changeTerms(tx, row, action === 'dueOn' ? { dueOn, reason } : { method, reason });
  else if (action === 'defer') for (const row of rows) await deferCharge(tx, row, until ?? null, reason);
  else await changeStates(tx, rows, { to: stateOf[action], paidOn, method: action === 'paid' ? method : undefined, reason, by });
  if (action !== 'paid' && action !== 'reopen') await notifyOfMany(tx, rows, order);
  return ids;
}

/** Cancels charges and makes them anew for another payer; without a mandate of theirs, a debit becomes a transfer. */
async function handOver(tx: Transaction, rows: readonly ChargeRow[], { payerId = '', reason }: Order): Promise<string[]> {
  const columns = (await payerColumnsOf(tx, [payerId]))(payerId);
  const ids: string[] = [];
  for (const row of rows) {
    const isDebit = row.method === 'sepa' && (await hasMandate(tx, { ...columns, personId: row.personId }));
    ids.push(await changeTerms(tx, row, { payerId, reason, ...(row.method === 'sepa' && !isDebit && { method: 'transfer' }) }));
  }
  return ids;
}
