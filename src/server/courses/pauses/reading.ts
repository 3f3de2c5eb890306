import { and, asc, gte, inArray, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { pauseInWords, pauseStep } from '#shared/courses/pauses/pauseRules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import type { CourseRow, EnrolmentRow } from '../enrolments/counting.ts';
import { courseSession } from '../offers/table.ts';
import { enrolmentPause } from './table.ts';

/** Whether an enrolment pauses on the day of a date. */
export function pausesOn(enrolmentId: AnyPgColumn, day: AnyPgColumn): SQL {
  return sql`exists (select 1 from ${enrolmentPause} where ${enrolmentPause.enrolmentId} = ${enrolmentId}
    and ${day} between ${enrolmentPause.fromOn} and ${enrolmentPause.toOn})`;
}

/** The same on the day of one date; nobody without an enrolment pauses. */
export function pausesThen(enrolmentId: AnyPgColumn, sessionId: string): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${enrolmentPause} join ${courseSession} on ${courseSession.id} = ${sessionId}
    where ${enrolmentPause.enrolmentId} = ${enrolmentId} and ${courseSession.localDate} between ${enrolmentPause.fromOn} and ${enrolmentPause.toOn})`;
}

/** Pauses that are not over, as families read them, by the id of the enrolment. */
export async function pausesAround(tx: Transaction, rows: readonly EnrolmentRow[]) {
  const found = await readPauses(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, priceCents }) => [
      id,
      found
        .filter((one) => one.enrolmentId === id)
        .map((one) => ({
          id: one.id,
          words: pauseInWords({ from: one.fromOn, to: one.toOn }, (priceCents ?? 0) > 0),
          mayUndo: one.fromOn > today(),
        })),
    ]),
  );
}

/** The pauses of enrolments that are not over. */
async function readPauses(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(enrolmentPause)
    .where(and(inArray(enrolmentPause.enrolmentId, [...ids]), gte(enrolmentPause.toOn, today())))
    .orderBy(asc(enrolmentPause.fromOn));
}

/** For the list of staff: the pause that runs or comes next, by the id of the enrolment. */
export async function pausesInList(tx: Transaction, ids: readonly string[]): Promise<Map<string, { from: LocalDate; to: LocalDate }>> {
  const found = await readPauses(tx, ids);
  // The earliest of each stands last, and stays.
  return new Map(found.toReversed().map(({ enrolmentId, fromOn, toOn }) => [enrolmentId, { from: fromOn, to: toOn }]));
}

/** Whether an enrolment has a seat in a group that is paid by periods which a pause can skip. */
export function isPausable({ state, leavesOn, pricePer }: EnrolmentRow, of: Pick<CourseRow, 'kind'> | null): boolean {
  return of?.kind === 'permanent' && state === 'confirmed' && leavesOn === null && pauseStep(pricePer) !== null;
}

/** Whether the family itself may pause. */
export function mayPause(row: EnrolmentRow, of: Pick<CourseRow, 'kind' | 'pauseMaxMonths'> | null): boolean {
  return isPausable(row, of) && (of?.pauseMaxMonths ?? 0) > 0;
}
