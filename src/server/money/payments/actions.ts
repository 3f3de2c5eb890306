import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { chargeSets, feeSources } from '#shared/money/chargeWords.ts';
import { creditOf, creditShares, restOf, sharesOf, type OpenCharge, type Shares } from '#shared/money/paymentRules.ts';
import type { PaymentKind } from '#shared/money/paymentWords.ts';
import { today } from '#server/platform/process/clock.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { labelsOf } from '../charges/forWhom.ts';
import { payersByEmail } from '../charges/payerLines.ts';
import { charge } from '../charges/table.ts';
import { bookedOn } from './accounts.ts';
import { addPayments, addShares, lockAccounts, refusePaidByFile, reversePayment } from './movements.ts';
import { reclaimCredit } from './reclaim.ts';
import { payment } from './table.ts';

type Received = {
  club: ClubName;
  payerId: string;
  cents: number;
  bookedOn: string;
  kind: PaymentKind;
  note: string;
  shares?: Shares | undefined;
  bankLineId?: string | undefined;
};

/** Books incoming money: to its charges, otherwise to those due first; the remainder of a charge stays open, the remainder of the money is credit. Returns the amount of that credit. */
export async function bookPayment(tx: Transaction, { shares: named, ...money }: Received, createdBy: string): Promise<number> {
  if (money.bookedOn > today()) throw fieldProblem('bookedOn', 'Bitte kein Tag in der Zukunft.');
  await lockAccounts(tx, [money.payerId]);
  const openCharges = await readOpenCharges(tx, money.club, money.payerId);
  const shares = named ?? sharesOf(money.cents, openCharges);
  const left = money.cents - sumOfCents(shares);
  if (left < 0) throw fieldProblem('shares', 'Es ist mehr verteilt, als eingegangen ist.');
  for (const { chargeId, cents } of shares) {
    const openCharge = openCharges.find(({ id }) => id === chargeId);
    if (!openCharge) throw new Problem('wrong-state');
    if (cents > restOf(openCharge)) throw fieldProblem('shares', `Offen sind nur noch ${euros(restOf(openCharge))}.`);
  }
  await addPayments(tx, [{ ...money, createdBy, shares }]);
  return left;
}

/** Reverses a payment: its charges are open again, and credit of it that was paid out is reclaimed. */
export async function undoPayment(tx: Transaction, club: ClubName, paymentId: string, reason: string, createdBy: string): Promise<string> {
  const [found] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.id, paymentId), eq(payment.club, club)));
  if (!found) throw new Problem('not-found');
  await lockAccounts(tx, [found.payerId]);
  const account = await bookedOn(tx, club, found.payerId);
  const isOver = found.reverses !== null || account.payments.some(({ reverses }) => reverses === paymentId);
  // Debits are returned through their run; installments are reversed together.
  if (isOver || found.kind === 'debit' || found.kind === 'debit_return' || found.kind === 'split') throw new Problem('wrong-state');
  await refusePaidByFile(tx, paymentId);
  const used = account.allocations.filter((one) => one.paymentId === paymentId);
  await refuseRefunded(
    tx,
    used.map(({ chargeId }) => chargeId),
  );
  await reclaimCredit(tx, found, account);
  await reversePayment(tx, found, { bookedOn: today(), createdBy, note: reason });
  return found.payerId;
}

/** Allocates the credit of a payer to open charges, the earliest due first. Returns the allocated amount. */
export async function spendCredit(tx: Transaction, club: ClubName, payerId: string): Promise<number> {
  const cents = await offsetOpen(tx, club, payerId);
  if (cents === 0) throw new Problem('wrong-state');
  return cents;
}

/** Allocates the credit of a payer to open charges, or to those of some only. Returns the allocated amount. */
export async function offsetOpen(tx: Transaction, club: ClubName, payerId: string, ofThese?: SQL): Promise<number> {
  await lockAccounts(tx, [payerId]);
  const { payments, allocations } = await bookedOn(tx, club, payerId);
  const shares = creditShares(payments, allocations, await readOpenCharges(tx, club, payerId, ofThese));
  await addShares(
    tx,
    shares.map((share) => ({ ...share, club })),
  );
  return sumOfCents(shares);
}

/** Records that credit was paid out. */
export async function payOut(
  tx: Transaction,
  { club, payerId, cents, bookedOn: day, note, inCash }: Omit<Received, 'kind' | 'shares'> & { inCash: boolean },
  createdBy: string,
): Promise<void> {
  if (day > today()) throw fieldProblem('bookedOn', 'Bitte kein Tag in der Zukunft.');
  await lockAccounts(tx, [payerId]);
  const { payments, allocations } = await bookedOn(tx, club, payerId);
  const credit = creditOf(payments, allocations);
  if (cents > credit) throw fieldProblem('cents', credit > 0 ? `Das Guthaben ist ${euros(credit)}.` : 'Es gibt kein Guthaben.');
  await addPayments(tx, [{ club, payerId, kind: 'payout', inCash, cents: 0 - cents, bookedOn: day, note, createdBy, shares: [] }]);
}

/** Waives all or part of the remainder of a locked charge. */
export async function waivePart(tx: Transaction, row: ChargeRow, cents: number, reason: string, createdBy: string): Promise<void> {
  if (!chargeSets.due.includes(row.state) || row.cents <= 0) throw new Problem('wrong-state');
  if (cents > restOf(row)) throw fieldProblem('cents', `Offen sind nur noch ${euros(restOf(row))}.`);
  const { club, payerId } = row;
  const shares = [{ chargeId: row.id, cents }];
  await addPayments(tx, [{ club, payerId, kind: 'waiver', cents, bookedOn: today(), createdBy, note: reason, shares }]);
  await tx.update(charge).set({ reason }).where(eq(charge.id, row.id));
}

/** Defers a locked charge to a day; without a day the deferral ends. */
export async function deferCharge(tx: Transaction, row: ChargeRow, until: string | null, reason: string): Promise<void> {
  if (!chargeSets.due.includes(row.state) || row.cents <= 0) throw new Problem('wrong-state');
  if (until !== null && until <= today()) throw fieldProblem('until', 'Bitte ein Tag in der Zukunft.');
  if (until !== null && until > addDays(today(), 36 * 31)) throw fieldProblem('until', 'Höchstens 36 Monate.');
  if (until !== null && !reason) throw fieldProblem('reason', 'Bitte nennen Sie einen Grund.');
  await tx
    .update(charge)
    .set({ deferredUntil: until, reason, version: row.version + 1 })
    .where(eq(charge.id, row.id));
}

/** The same, and notifies the payer. */
export async function defer(tx: Transaction, row: ChargeRow, until: string | null, reason: string): Promise<void> {
  await deferCharge(tx, row, until, reason);
  const [payer] = await payersByEmail(tx, new Set([row.payerId]));
  if (!payer || until === null) return;
  const label = (await labelsOf(tx, [row]))(row);
  await postMail(tx, {
    kind: 'notice',
    club: row.club,
    recipient: payer.email,
    subject: `Stundung bis ${germanDate(until)}`,
    body: `Guten Tag,\n\n${label}: ${euros(restOf(row))} sind bis zum ${germanDate(until)} gestundet. Bis dahin ziehen wir nichts ein und erinnern nicht.\n\nVerwendungszweck: ${row.reference}\n`,
    onceKey: `deferral:${row.id}:${row.version}`,
  });
}

/** The charges of a payer at a club without a pending debit. */
async function readOpenCharges(tx: Transaction, club: ClubName, payerId: string, ofThese?: SQL): Promise<OpenCharge[]> {
  const rows = await tx
    .select()
    .from(charge)
    .where(
      and(
        eq(charge.club, club),
        eq(charge.payerId, payerId),
        inArray(charge.state, [...chargeSets.due]),
        sql`${charge.cents} > 0`,
        ofThese,
      ),
    )
    .orderBy(charge.id)
    .for('update');
  return rows.map(({ id, cents, settledCents, dueOn, source }) => ({ id, cents, settledCents, dueOn, isFee: feeSources.includes(source) }));
}

/** A charge with a refund that is still to be paid must not become unpaid; what was refunded is owed again with the charge. */
async function refuseRefunded(tx: Transaction, chargeIds: readonly string[]): Promise<void> {
  if (chargeIds.length === 0) return;
  const [refund] = await tx
    .select({ id: charge.id })
    .from(charge)
    .where(and(inArray(charge.refundOf, [...chargeIds]), sql`${charge.state} in ${oneOf(chargeSets.unsettled)}`))
    .limit(1);
  if (refund) throw fieldProblem('reason', 'Davon ist schon etwas erstattet. Bitte zuerst die Erstattung stornieren.');
}
