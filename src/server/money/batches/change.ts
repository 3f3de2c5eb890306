import { byPayer, whyLeft, type ChargeBatchAction } from '#shared/money/batches/rules.ts';
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
import { putOff } from '../payments/actions.ts';
import { remind, remindable } from '../payments/reminders.ts';
import { changeTerms, hasMandate } from '../terms/change.ts';
import { notifyOfMany } from './mails.ts';

type Order = ChargeBatchChange & { club: ClubName; items: readonly { id: string; version: number }[]; by: string };
type Done = ChargeBatchResult & { rows: readonly ChargeRow[] };

const stateOf = { paid: 'paid', waive: 'written_off', cancel: 'cancelled', reopen: 'open' } as const satisfies {
  [action in ChargeBatchAction]?: string;
};

/** Makes one change to many charges; for each payer all of them or none. Gives the changed ones as they were before. */
export async function changeMany(tx: Transaction, order: Order): Promise<Done> {
  refuseDays(order);
  const seen = new Map(order.items.map(({ id, version }) => [id, version]));
  const rows = await lockRows(tx, [...seen.keys()]);
  if (rows.length !== seen.size || rows.some(({ club }) => club !== order.club)) throw new Problem('not-found');
  const judged: Parameters<typeof byPayer>[0][number][] = [];
  const spared = order.action === 'remind' ? await sparedOf(tx, order.club, rows) : new Map<string, string>();
  for (const row of rows) {
    const why = whyLeft(row, order.action, seen.get(row.id) ?? 0) || spared.get(row.payerId) || (await whyNot(tx, row, order));
    judged.push({ id: row.id, payerId: row.payerId, why, isOwed: chargeSets.owed.includes(row.state) && row.cents > 0 });
  }
  const { done, left } = byPayer(judged);
  const ids = new Set(done);
  const changed = rows.filter(({ id }) => ids.has(id));
  await apply(tx, changed, order);
  const now = changed.length > 0 ? await lockRows(tx, done) : [];
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

/** The payers that cannot be reminded now, and why. */
async function sparedOf(tx: Transaction, club: ClubName, rows: readonly ChargeRow[]): Promise<Map<string, string>> {
  const spared = new Map<string, string>();
  for (const payerId of new Set(rows.map((row) => row.payerId))) {
    const { mayRemind, whyNot: reason } = await remindable(tx, club, payerId);
    if (!mayRemind) spared.set(payerId, reason.replace(/\.$/, '') || 'nichts zu überweisen ist überfällig');
  }
  return spared;
}

async function whyNot(tx: Transaction, row: ChargeRow, { action, method }: Order): Promise<string> {
  if (action === 'method' && method === 'sepa' && !(await hasMandate(tx, row))) return 'kein Mandat';
  return '';
}

async function apply(tx: Transaction, rows: readonly ChargeRow[], order: Order): Promise<void> {
  const { action, club, by, reason, paidOn, method, dueOn, until } = order;
  if (action === 'remind') {
    for (const payerId of [...new Set(rows.map((row) => row.payerId))].toSorted()) await remind(tx, club, payerId);
    return;
  }
  if (action === 'dueOn' || action === 'method')
    for (const row of rows) await changeTerms(tx, row, action === 'dueOn' ? { dueOn, reason } : { method, reason });
  else if (action === 'defer') for (const row of rows) await putOff(tx, row, until ?? null, reason);
  else await changeStates(tx, rows, { to: stateOf[action], paidOn, method: action === 'paid' ? method : undefined, reason, by });
  if (action !== 'paid' && action !== 'reopen') await notifyOfMany(tx, rows, order);
}
