import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mayMoveCharge, type ChargeMethod } from '#shared/money/chargeWords.ts';
import { netOf, restOf } from '#shared/money/paymentRules.ts';
import { euros } from '#shared/kernel/money.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { addPayments, addShares, lockAccounts, paymentsFor, refusePaidByFile, reversePayment } from '../payments/movements.ts';
import type { ChargeRow } from './facts.ts';
import { nextReference } from './make.ts';
import { charge } from './table.ts';

type Item = { id: string; version: number };
export type Change = {
  to: 'open' | 'paid' | 'written_off' | 'cancelled';
  paidOn?: string | undefined;
  method?: ChargeMethod | undefined;
  reason: string;
  /** The display name of the acting user. */
  by: string;
};

/**
 * Locks charges with the accounts of their payers: accounts first, then charges in the order of their ids, so that concurrent writes
 * wait instead of deadlocking.
 */
export async function lockCharges(tx: Transaction, items: readonly Item[]): Promise<ChargeRow[]> {
  const versions = new Map(items.map(({ id, version }) => [id, version]));
  const rows = await lockRows(tx, [...versions.keys()]);
  if (rows.length !== versions.size) throw new Problem('not-found');
  if (rows.some(({ id, version }) => versions.get(id) !== version)) throw new Problem('conflict');
  return rows;
}

/** Like `lockCharges`, without a check of versions; missing ones are left out. Also locks the accounts of `others`, the future payers. */
export async function lockRows(tx: Transaction, ids: readonly string[], others: readonly string[] = []): Promise<ChargeRow[]> {
  const payers = await tx.selectDistinct({ id: charge.payerId }).from(charge).where(isAmong(charge.id, ids));
  await lockAccounts(tx, [...payers.map(({ id }) => id), ...others]);
  return tx.select().from(charge).where(isAmong(charge.id, ids)).orderBy(charge.id).for('update');
}

/** Moves locked charges to another state, all or none: paid and waived by a payment of the remainder, open again by its reversal. */
export async function changeStates(tx: Transaction, rows: readonly ChargeRow[], change: Change): Promise<void> {
  const { to, paidOn, reason } = change;
  if (paidOn && paidOn > today()) throw fieldProblem('paidOn', 'Bitte kein Tag in der Zukunft.');
  if (to === 'written_off' && !reason) throw fieldProblem('reason', 'Bitte nennen Sie einen Grund.');
  for (const row of rows) {
    if (!mayMoveCharge(row.state, to)) throw new Problem('wrong-state');
    // A charge with a refund cannot become unpaid again.
    if (row.state === 'paid' && to === 'open' && (await refundedCents(tx, row.id)) > 0) throw new Problem('wrong-state');
    if (row.source === 'refund' && to === 'written_off') throw new Problem('wrong-state');
    if (to === 'open') await reopen(tx, row, change);
    else if (to === 'cancelled') await cancel(tx, row, change);
    else await settle(tx, row, change);
  }
}

async function settle(tx: Transaction, row: ChargeRow, { to, paidOn, method = row.method, reason, by }: Change): Promise<void> {
  const isPaid = to === 'paid';
  const note = isPaid ? '' : reason;
  await setRow(tx, row, { method, reason: isPaid && row.source === 'refund' ? row.reason : note });
  const rest = restOf(row);
  if (rest === 0) return setRow(tx, row, isPaid ? { state: 'paid', paidOn: paidOn ?? today() } : { state: 'written_off' });
  const { club, payerId } = row;
  const received = method === 'cash' || method === 'but' ? method : 'transfer';
  const kind = isPaid ? (rest < 0 ? 'payout' : received) : 'waiver';
  const shares = [{ chargeId: row.id, cents: rest }];
  const inCash = kind === 'payout' && method === 'cash';
  await addPayments(tx, [{ club, payerId, kind, inCash, cents: rest, bookedOn: paidOn ?? today(), createdBy: by, note, shares }]);
}

/** Reverses payments for this charge alone; payments that are also allocated to others stay as credit of the payer. */
async function reopen(tx: Transaction, row: ChargeRow, { method = row.method, by }: Change): Promise<void> {
  for (const { row: paid, allocations } of await paymentsFor(tx, row.id)) {
    // Its installments would be owed in addition.
    if (paid.kind === 'split') throw new Problem('wrong-state');
    await refusePaidByFile(tx, paid.id);
    const nets = netOf(allocations);
    const share = nets.get(row.id) ?? 0;
    if (paid.kind === 'offset' || paid.kind === 'waiver' || share === paid.cents)
      await reversePayment(tx, paid, { bookedOn: today(), createdBy: by, note: 'wieder offen' });
    else await addShares(tx, [{ club: row.club, paymentId: paid.id, chargeId: row.id, cents: 0 - share }]);
  }
  await setRow(tx, row, {
    state: 'open',
    paidOn: null,
    method: method === 'free' ? 'transfer' : method,
    reason: row.source === 'refund' ? row.reason : '',
  });
}

/** Unpaid: the charge is cancelled. Partly paid: the remainder is set off, the paid part is refunded. */
async function cancel(tx: Transaction, row: ChargeRow, { reason, by }: Change): Promise<void> {
  if (row.settledCents === 0) return setRow(tx, row, { state: 'cancelled', reason });
  const id = await addRefund(tx, row, { cents: row.cents - row.waivedCents, reason, what: 'Storno' });
  const { club, payerId } = row;
  const rest = restOf(row);
  const shares = [
    { chargeId: row.id, cents: rest },
    { chargeId: id, cents: 0 - rest },
  ];
  await addPayments(tx, [{ club, payerId, kind: 'offset', cents: 0, bookedOn: today(), createdBy: by, note: reason, shares }]);
}

/** Writes the refund of a locked, paid charge as a separate row. */
export async function makeRefund(tx: Transaction, row: ChargeRow, cents: number, reason: string): Promise<string> {
  if (row.state !== 'paid' || row.source === 'refund') throw new Problem('wrong-state');
  const left = row.cents - row.waivedCents - (await refundedCents(tx, row.id));
  if (cents > left)
    throw fieldProblem('cents', left > 0 ? `Höchstens ${euros(left)} sind noch zu erstatten.` : 'Alles ist schon erstattet.');
  const id = await addRefund(tx, row, { cents, reason, what: 'Erstattung' });
  // The second of two concurrent refunds is refused: the charge has changed.
  await setRow(tx, row, {});
  return id;
}

type Refund = {
  cents: number;
  reason: string;
  /** What its label calls it: a reversal undoes a charge that was paid in part. */ what: 'Erstattung' | 'Storno';
};

async function addRefund(tx: Transaction, row: ChargeRow, { cents, reason, what }: Refund): Promise<string> {
  const id = randomUUID();
  await tx.insert(charge).values({
    id,
    club: row.club,
    reference: nextReference(row.club),
    personId: row.personId,
    payerPersonId: row.payerPersonId,
    organisationId: row.organisationId,
    source: 'refund',
    sourceId: row.sourceId,
    period: row.period,
    courseId: row.courseId,
    refundOf: row.id,
    label: `${what} zu ${row.reference}: ${row.label}`,
    cents: -cents,
    dueOn: today(),
    method: row.method === 'sepa' || row.method === 'free' ? 'transfer' : row.method,
    state: 'open',
    reason,
    taxSphere: row.taxSphere,
    createdAt: now(),
  });
  return id;
}

async function setRow(tx: Transaction, { id }: ChargeRow, set: Partial<ChargeRow>): Promise<void> {
  await tx
    .update(charge)
    .set({ ...set, version: sql`${charge.version} + 1` })
    .where(eq(charge.id, id));
}

/** The refunded sum of a charge, executed or not. */
export async function refundedCents(tx: Transaction, id: string): Promise<number> {
  const { rows } = await tx.execute<{ cents: number }>(
    sql`select coalesce(-sum(cents), 0)::int as cents from charge where refund_of = ${id} and state <> 'cancelled'`,
  );
  return rows[0]?.cents ?? 0;
}
