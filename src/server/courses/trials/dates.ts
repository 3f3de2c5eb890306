import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { trialDatesShown, trialRoom } from '#shared/courses/trials/trialRules.ts';
import type { TrialDate } from '#shared/courses/trials/trials.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { freeSeats, type CourseRow } from '../enrolments/counting.ts';
import { locationsOf } from '../offers/service.ts';
import { courseSession } from '../offers/table.ts';
import { effectiveReply } from '../attendance/table.ts';
import { enrolment } from '../enrolments/table.ts';
import { trialVisit } from './table.ts';

/** How many sessions are checked for free seats. */
const lookedAt = 30;

/** The next sessions with room for a guest, by the given count; reliable only behind the lock of the course. */
export async function openDates(tx: Transaction, row: CourseRow, occupied: number): Promise<TrialDate[]> {
  const free = freeSeats({ course: row, occupied });
  const guests = sql<number>`(select count(*)::int from ${trialVisit} where ${trialVisit.sessionId} = ${courseSession.id} and ${trialVisit.state} = 'booked')`;
  const away = row.replacesAbsent
    ? sql<number>`(select count(*)::int from ${effectiveReply} join ${enrolment} on ${enrolment.personId} = ${effectiveReply.personId}
        and ${enrolment.courseId} = ${row.id} and ${enrolment.state} = 'confirmed'
        where ${effectiveReply.sessionId} = ${courseSession.id} and ${effectiveReply.reply} = 'no')`
    : sql<number>`0`;
  const dates = await tx
    .select({ session: courseSession, guests, away })
    .from(courseSession)
    .where(and(eq(courseSession.courseId, row.id), inArray(courseSession.state, sessionSets.coming), gt(courseSession.startsAt, now())))
    .orderBy(asc(courseSession.startsAt))
    .limit(lookedAt);
  const place = (await locationsOf(tx, [row])).get(row.id) ?? row.place;
  return dates
    .map((one) => ({
      sessionId: one.session.id,
      startsAt: one.session.startsAt.toISOString(),
      endsAt: one.session.endsAt.toISOString(),
      place: one.session.place || place,
      room: trialRoom(free, one.guests, one.away),
    }))
    .filter(({ room }) => room > 0)
    .slice(0, trialDatesShown);
}
