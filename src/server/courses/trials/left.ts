import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { attendanceSets } from '#shared/courses/sessionStates.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import type { CourseRow } from '../enrolments/counting.ts';
import { attendance } from '../enrolments/table.ts';
import { trialVisit } from './table.ts';

/** How many trials a person has left; future and attended ones count. */
export async function trialsLeft(tx: Transaction, row: Pick<CourseRow, 'id' | 'trialSessions'>, personId: string): Promise<number> {
  const came = sql`exists (select 1 from ${attendance} where ${attendance.sessionId} = ${trialVisit.sessionId}
    and ${attendance.personId} = ${trialVisit.personId} and ${inArray(attendance.state, [...attendanceSets.there])})`;
  const used = await tx.$count(
    trialVisit,
    and(
      eq(trialVisit.courseId, row.id),
      eq(trialVisit.personId, personId),
      eq(trialVisit.state, 'booked'),
      or(gt(trialVisit.toldEndsAt, now()), came),
    ),
  );
  return Math.max(0, row.trialSessions - used);
}
