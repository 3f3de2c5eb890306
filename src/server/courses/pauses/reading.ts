import { and, asc, gte, inArray, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { pauseInWords, pauseStep } from '#shared/courses/pauses/pauseRules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import type { CourseRow, EnrolmentRow } from '../enrolments/counting.ts';
import { courseSession } from '../offers/table.ts';
import { enrolmentPause } from './table.ts';

/** SQL condition: the enrolment pauses on a day. */
export function pausesOn(enrolmentId: AnyPgColumn, day: AnyPgColumn): SQL {
  return sql`exists (select 1 from ${enrolmentPause} where ${enrolmentPause.enrolmentId} = ${enrolmentId}
    and ${day} between ${enrolmentPause.fromOn} and ${enrolmentPause.toOn})`;
}

/** SQL condition: the enrolment pauses on the day of a session; false without an enrolment. */
export function pausesThen(enrolmentId: AnyPgColumn, sessionId: string): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${enrolmentPause} join ${courseSession} on ${courseSession.id} = ${sessionId}
    where ${enrolmentPause.enrolmentId} = ${enrolmentId} and ${courseSession.localDate} between ${enrolmentPause.fromOn} and ${enrolmentPause.toOn})`;
}

/** Current and future pauses as shown to families, by enrolment id. */
export async function pausesAround(tx: Transaction, rows: readonly EnrolmentRow[]) {
  const found = await readPauses(
    tx,
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map(({ id, priceCents, leavesOn }) => [
      id,
      found
        .filter((one) => one.enrolmentId === id)
        .map((one) => ({
          id: one.id,
          words: pauseInWords({ from: one.fromOn, to: one.toOn }, (priceCents ?? 0) > 0, leavesOn),
          mayUndo: one.fromOn > today(),
        })),
    ]),
  );
}

/** Current and future pauses of enrolments. */
async function readPauses(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(enrolmentPause)
    .where(and(inArray(enrolmentPause.enrolmentId, [...ids]), gte(enrolmentPause.toOn, today())))
    .orderBy(asc(enrolmentPause.fromOn));
}

/** The current or next pause for staff lists, by enrolment id. */
export async function pausesInList(tx: Transaction, ids: readonly string[]): Promise<Map<string, { from: LocalDate; to: LocalDate }>> {
  const found = await readPauses(tx, ids);
  // Reversed, so that the earliest pause of each enrolment overwrites later ones.
  return new Map(found.toReversed().map(({ enrolmentId, fromOn, toOn }) => [enrolmentId, { from: fromOn, to: toOn }]));
}

/** Whether an enrolment has a seat in a permanent group, with a periodic price that a pause can suspend. */
export function isPausable({ state, leavesOn, pricePer }: EnrolmentRow, of: Pick<CourseRow, 'kind'> | null): boolean {
  return of?.kind === 'permanent' && state === 'confirmed' && leavesOn === null && pauseStep(pricePer) !== null;
}

/** Whether the family itself may enter a pause. */
export function mayPause(row: EnrolmentRow, of: Pick<CourseRow, 'kind' | 'pauseMaxMonths'> | null): boolean {
  return isPausable(row, of) && (of?.pauseMaxMonths ?? 0) > 0;
}
