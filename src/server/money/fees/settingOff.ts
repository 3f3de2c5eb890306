import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { chargeSets } from '#shared/money/chargeWords.ts';
import type { FeeCorrection } from '#shared/money/fees/feeTypes.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { lockRows } from '../charges/changes.ts';
import { charge } from '../charges/table.ts';
import { addPayments, reversePayment } from '../payments/movements.ts';
import { allocation, payment } from '../payments/table.ts';
import type { FeeRunRow } from './table.ts';

/** Locks the charges that a run refunds, and the accounts of their payers. */
export async function lockRefunded(tx: Transaction, corrections: readonly FeeCorrection[]): Promise<void> {
  const ids = corrections.filter(({ kind }) => kind === 'refund').flatMap(({ charged }) => charged.map(({ id }) => id));
  if (ids.length === 0) return;
  const parts = await tx.select({ id: charge.id }).from(charge).where(isAmong(charge.splitOf, ids));
  await lockRows(tx, [...ids, ...parts.map(({ id }) => id)]);
}

/** Sets refunds of a run off against what is open of the charge or its instalments, last ones first: only paid amounts are refunded. */
export async function setOff(tx: Transaction, { id, club }: FeeRunRow, createdBy: string): Promise<void> {
  const refunded = alias(charge, 'refunded');
  const pairs = await tx
    .select({ refund: charge, of: refunded })
    .from(charge)
    .innerJoin(refunded, or(eq(refunded.id, charge.refundOf), eq(refunded.splitOf, charge.refundOf)))
    .where(and(eq(charge.feeRunId, id), eq(charge.source, 'refund'), inArray(refunded.state, [...chargeSets.due])))
    .orderBy(charge.id, desc(refunded.dueOn), desc(refunded.id));
  const rows = [...Map.groupBy(pairs, ({ refund }) => refund.id).values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { refund } = first;
    let left = 0 - restOf(refund);
    const lowered = some.flatMap(({ of }) => {
      const cents = Math.min(restOf(of), left);
      left -= cents;
      return cents > 0 ? [{ chargeId: of.id, cents }] : [];
    });
    const shares = [...lowered, { chargeId: refund.id, cents: 0 - sumOfCents(lowered) }];
    const { payerId, label: note } = refund;
    return lowered.length > 0 ? [{ club, payerId, kind: 'offset' as const, cents: 0, bookedOn: today(), createdBy, note, shares }] : [];
  });
  await addPayments(tx, rows);
}

/** Reverses what was set off by the refunds among some charges. */
export async function reverseSetOff(tx: Transaction, chargeIds: readonly string[], createdBy: string): Promise<void> {
  const rows = await tx
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.kind, 'offset'),
        isNull(payment.reverses),
        sql`not exists (select 1 from payment twin where twin.reverses = ${payment.id})`,
        sql`exists (select 1 from ${allocation} join ${charge} on ${charge.id} = ${allocation.chargeId}
          where ${allocation.paymentId} = ${payment.id} and ${isAmong(charge.id, chargeIds)} and ${charge.source} = 'refund')`,
      ),
    )
    .orderBy(payment.id);
  for (const row of rows) await reversePayment(tx, row, { bookedOn: today(), createdBy, note: 'Lauf rückgängig' });
}
