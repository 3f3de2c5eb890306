import { and, eq, inArray, isNotNull, ne, notInArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAmong, oneOf } from '#server/platform/database/columns.ts';
import type { CoursePayments } from '#shared/courses/participants/payments.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CourseMoney } from '#server/courses/planning/service.ts';
import { unclaimedDates } from '../hours/service.ts';
import { chargeFees } from './fees.ts';
import { charge } from './table.ts';

export { chargeFees };
export { cardMoney } from './cards.ts';
export { inInstallments, isExpiring, isOverdue } from './rows.ts';

/** The charges of a course that its state depends on. */
async function chargesOfCourse(tx: Transaction, courseId: string): Promise<{ live: number; drafts: number; refunds: number }> {
  const count = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`;
  const [row] = await tx
    .select({
      live: count(sql`${charge.source} <> 'refund'`),
      drafts: count(sql`${charge.state} in ${oneOf(chargeSets.unfinished)}`),
      refunds: count(sql`${charge.source} = 'refund'`),
    })
    .from(charge)
    .where(and(eq(charge.courseId, courseId), ne(charge.state, 'cancelled')));
  return row ?? { live: 0, drafts: 0, refunds: 0 };
}

/** Cancels the unpaid prices of a course; paid and partly paid ones are listed for refunds. Returns how many were cancelled. */
function cancelOpenOfCourse(tx: Transaction, courseId: string, reason: string): Promise<number> {
  return cancelOpen(tx, eq(charge.courseId, courseId), reason);
}

/** The same for one enrolment. */
function cancelOpenOfEnrolment(tx: Transaction, enrolmentId: string, reason: string): Promise<number> {
  const whole = alias(charge, 'whole');
  const ofWhole = tx.select({ id: whole.id }).from(whole).where(eq(whole.sourceId, enrolmentId));
  return cancelOpen(tx, sql`(${charge.sourceId} = ${enrolmentId} or ${charge.splitOf} in ${ofWhole})`, reason);
}

async function cancelOpen(tx: Transaction, which: SQL, reason: string): Promise<number> {
  const rows = await tx
    .update(charge)
    .set({ state: 'cancelled', reason, version: sql`${charge.version} + 1` })
    .where(and(which, eq(charge.source, 'course'), inArray(charge.state, chargeSets.cancellable), eq(charge.settledCents, 0)))
    .returning({ id: charge.id });
  return rows.length;
}

/** Whether each person with a charge for a course has paid all, a part or nothing; in instalments these count in place of the whole. */
async function paymentsOfCourse(tx: Transaction, courseId: string): Promise<CoursePayments> {
  const rest = sql`sum(${charge.cents} - ${charge.settledCents})`;
  const rows = await tx
    .select({
      personId: charge.personId,
      state: sql<CoursePayments[number]['state']>`case when ${rest} = 0 then 'paid'
        when sum(${charge.settledCents}) > 0 then 'partly' else 'open' end`,
    })
    .from(charge)
    .where(
      and(
        eq(charge.courseId, courseId),
        isNotNull(charge.personId),
        inArray(charge.source, ['course', 'cancel_fee']),
        notInArray(charge.state, [...chargeSets.hidden, 'split']),
      ),
    )
    .groupBy(charge.personId);
  return rows.flatMap(({ personId, state }) => (personId ? [{ personId, state }] : []));
}

/** Whether the price of an enrolment is part of a charge that is not cancelled. */
async function isCharged(tx: Transaction, enrolmentId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: charge.id })
    .from(charge)
    .where(and(eq(charge.sourceId, enrolmentId), ne(charge.state, 'cancelled')))
    .limit(1);
  return row !== undefined;
}

/** Of these enrolments, those that a charge of any state refers to. */
export async function chargedEnrolments(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.selectDistinct({ id: charge.sourceId }).from(charge).where(isAmong(charge.sourceId, ids));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** The port of courses to money. */
export const courseMoney: CourseMoney = {
  chargesOf: chargesOfCourse,
  cancelOpen: cancelOpenOfCourse,
  cancelOpenFor: cancelOpenOfEnrolment,
  unclaimedDates,
  paymentsOf: paymentsOfCourse,
  isCharged,
};
