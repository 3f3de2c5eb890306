import { asc, eq, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { reversalOf, type Allocated, type Shares } from '#shared/money/paymentRules.ts';
import { paymentKindNames, type PaymentKind } from '#shared/money/paymentWords.ts';
import { now } from '#server/platform/process/clock.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { keepCash, type CashMove } from '../cash/write.ts';
import { payerColumnsOf } from '../payers/read.ts';
import { allocation, payment } from './table.ts';

export type PaymentRow = typeof payment.$inferSelect;

type NewPayment = {
  /** Set beforehand if it belongs to a line of a file. */
  id?: string;
  club: ClubName;
  /** A person or an organisation. */
  payerId: string;
  kind: PaymentKind;
  cents: number;
  /** It was paid out in cash; implied by the kind cash. */
  inCash?: boolean | undefined;
  bookedOn: string;
  /** The display name of the acting user. */
  createdBy: string;
  /** The account of the club, if neither run nor bank line tells it. */
  accountId?: string | undefined;
  runId?: string | undefined;
  bankLineId?: string | undefined;
  reverses?: string | undefined;
  note?: string | undefined;
  shares: Shares;
};

/**
 * Locks the accounts of payers for this transaction, in a fixed order, so that concurrent writes wait instead of deadlocking.
 * Writes of payments lock the account first, before any charge.
 */
export async function lockAccounts(tx: Transaction, payerIds: readonly string[]): Promise<void> {
  if (payerIds.length === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('account:' || id, 0) as key from unnest(${sql.param([...payerIds])}::text[]) as of(id) order by key) as keys`);
}

/** Inserts payments with their allocations; a trigger updates the charges. Returns their ids in the same order. */
export async function addPayments(tx: Transaction, wanted: readonly NewPayment[]): Promise<string[]> {
  const rows = wanted.map(({ shares: _shares, id = randomUUID(), ...row }) => ({ ...row, id, createdAt: now() }));
  const columnsOf = await payerColumnsOf(
    tx,
    rows.map(({ payerId }) => payerId),
  );
  const values = rows.map(({ payerId, ...row }) => ({ ...row, ...columnsOf(payerId) }));
  for (const block of blocksOf(values)) await tx.insert(payment).values(block);
  const shares = wanted.flatMap(({ club, shares: of }, at) => of.map((share) => ({ ...share, club, paymentId: rows[at]?.id ?? '' })));
  await addShares(tx, shares);
  for (const [club, cash] of Map.groupBy(rows.filter(isCash), (row) => row.club)) await keepCash(tx, club, cash.map(cashMove));
  return rows.map(({ id }) => id);
}

function isCash({ kind, inCash }: Omit<NewPayment, 'shares'>): boolean {
  return kind === 'cash' || inCash === true;
}

function cashMove({ id, kind, cents, bookedOn, reverses }: Omit<NewPayment, 'shares'> & { id: string }): CashMove {
  const words = kind === 'cash' ? paymentKindNames.cash : 'Auszahlung bar';
  return { day: bookedOn, cents, text: reverses ? `Zurückgenommen: ${words}` : words, paymentId: id };
}

/** Allocates payments to charges. */
export async function addShares(tx: Transaction, shares: readonly (Allocated & { club: ClubName })[]): Promise<void> {
  const rows = shares.map((share) => ({ ...share, id: randomUUID(), createdAt: now() }));
  for (const block of blocksOf(rows)) await tx.insert(allocation).values(block);
}

/** Of these payments, those executed by a file of transfers, with its reference: they are reversed through that file. */
export async function paidByFile(tx: Transaction, paymentIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ id: string; file: string }>(sql`
    select i.payment_id as id, r.message_id as file from payout_item i join payout_run r on r.id = i.run_id
    where i.payment_id = any(${sql.param([...paymentIds])}::uuid[]) and i.failed_reason = ''`);
  return new Map(rows.map(({ id, file }) => [id, file]));
}

/** Refuses to reverse by hand what a file of transfers paid: that share would never be paid again. */
export async function refusePaidByFile(tx: Transaction, paymentId: string): Promise<void> {
  const file = (await paidByFile(tx, [paymentId])).get(paymentId);
  if (file) throw fieldProblem('reason', `Das zahlte die Sammelüberweisung ${file}. Kam es zurück, vermerken Sie es bitte dort.`);
}

/** Reverses a payment by a counter-entry on the day of the correction. */
export async function reversePayment(
  tx: Transaction,
  row: PaymentRow,
  { kind = row.kind, bookedOn, createdBy, note }: { kind?: PaymentKind; bookedOn: string; createdBy: string; note: string },
): Promise<void> {
  const { cents, shares } = reversalOf(row, await allocationsOf(tx, [row.id]));
  const { club, payerId, runId, inCash } = row;
  await addPayments(tx, [
    { club, payerId, kind, inCash, cents, bookedOn, createdBy, note, runId: runId ?? undefined, reverses: row.id, shares },
  ]);
}

/** The payments now allocated to a charge, with all their allocations. */
export async function paymentsFor(tx: Transaction, chargeId: string): Promise<{ row: PaymentRow; allocations: Allocated[] }[]> {
  const ids = await tx
    .select({ id: allocation.paymentId })
    .from(allocation)
    .where(eq(allocation.chargeId, chargeId))
    .groupBy(allocation.paymentId)
    .having(sql`sum(${allocation.cents}) <> 0`);
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(payment)
    .where(
      sql`${inArray(
        payment.id,
        ids.map(({ id }) => id),
      )} and ${payment.reverses} is null and not exists (select 1 from payment twin where twin.reverses = ${payment.id})`,
    )
    .orderBy(asc(payment.createdAt), asc(payment.id));
  const allocations = await allocationsOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ row, allocations: allocations.filter(({ paymentId }) => paymentId === row.id) }));
}

/** The allocations of payments. */
export async function allocationsOf(tx: Transaction, paymentIds: readonly string[]): Promise<Allocated[]> {
  if (paymentIds.length === 0) return [];
  return tx
    .select({ paymentId: allocation.paymentId, chargeId: allocation.chargeId, cents: allocation.cents })
    .from(allocation)
    .where(inArray(allocation.paymentId, [...paymentIds]))
    .orderBy(asc(allocation.createdAt), asc(allocation.id));
}
