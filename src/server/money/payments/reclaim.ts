import { randomUUID } from 'node:crypto';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { creditOf, restOf, type Allocated } from '#shared/money/paymentRules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { nextReference } from '../charges/make.ts';
import { charge, reclaimPeriod } from '../charges/table.ts';
import { payerColumnsOf } from '../payers/read.ts';
import { addShares, type PaymentRow } from './movements.ts';

const daysToPay = 14;

type Account = { payments: readonly PaymentRow[]; allocations: readonly Allocated[] };

/**
 * Reclaims what was paid out of the credit of a payment that is about to be reversed: a charge "Rückforderung" over the shortfall, and
 * beside it the money given out, so that the credit of the payer never falls below nothing. The account must be locked.
 */
export async function reclaimCredit(tx: Transaction, row: PaymentRow, { payments, allocations }: Account): Promise<void> {
  const used = allocations.filter(({ paymentId }) => paymentId === row.id);
  const shortfall = creditOf([row], used) - creditOf(payments, allocations);
  if (shortfall <= 0) return;
  const { club, payerId } = row;
  const columns = (await payerColumnsOf(tx, [payerId]))(payerId);
  const of = { club, personId: columns.payerPersonId, ...columns, method: 'transfer' as const, state: 'open' as const, createdAt: now() };
  const [reclaimId, givenId] = [randomUUID(), randomUUID()];
  const words = `Zahlung vom ${germanDate(row.bookedOn)} kam zurück`;
  const dueOn = addDays(today(), daysToPay);
  await tx.insert(charge).values([
    {
      ...of,
      id: reclaimId,
      reference: nextReference(club),
      source: 'other',
      sourceId: row.id,
      label: `Rückforderung: ${words}`,
      cents: shortfall,
      dueOn,
    },
    {
      ...of,
      id: givenId,
      reference: nextReference(club),
      source: 'refund',
      refundOf: reclaimId,
      period: reclaimPeriod,
      label: `Ausgezahltes Guthaben: ${words}`,
      cents: 0 - shortfall,
      dueOn: today(),
    },
  ]);
  await addShares(
    tx,
    givenOut(payments, allocations, shortfall).map((share) => ({ ...share, chargeId: givenId, club })),
  );
}

/** The part of each payout that came out of credit, the latest first, up to a sum; below 0, as payouts are. */
function givenOut(
  payments: readonly PaymentRow[],
  allocations: readonly Allocated[],
  cents: number,
): { paymentId: string; cents: number }[] {
  let left = cents;
  const undone = new Set(payments.map(({ reverses }) => reverses));
  return payments.toReversed().flatMap((one) => {
    if (one.kind !== 'payout' || one.reverses !== null || undone.has(one.id)) return [];
    const settledCents = sumOfCents(allocations.filter(({ paymentId }) => paymentId === one.id));
    const part = Math.min(left, 0 - restOf({ cents: one.cents, settledCents }));
    left -= part;
    return part > 0 ? [{ paymentId: one.id, cents: 0 - part }] : [];
  });
}
