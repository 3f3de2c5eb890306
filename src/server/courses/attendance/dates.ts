import { and, asc, eq, gte, inArray, lte, ne, sql, type SQL } from 'drizzle-orm';
import { fullNameOf, oneOf } from '#server/platform/database/columns.ts';
import { attendanceSets } from '#shared/courses/sessionStates.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { placeNow } from '../offers/placeNow.ts';
import { mayRestore } from '../offers/service.ts';
import { course, courseSession, courseTrainer } from '../offers/table.ts';
import { attendance, enrolment } from '../enrolments/table.ts';
import { trialVisit } from '../trials/table.ts';
import { pausesOn } from '../pauses/reading.ts';
import { effectiveReply } from './table.ts';
import { person, actingAccess } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';

type Asked = { clubs: readonly ClubName[]; conditions: SQL[]; userId?: string | undefined; limit: number; withCounts: boolean };

/** Sessions of courses for lists. Counts and substitutes are for staff only. */
export async function trainingDates(tx: Transaction, { clubs, conditions, userId, limit, withCounts }: Asked): Promise<TrainingDate[]> {
  const expected = sql<number>`(select count(*)::int from ${enrolment} where ${enrolment.courseId} = ${course.id} and ${enrolment.state} in ${oneOf(enrolmentSets.seated)}
    and not ${pausesOn(enrolment.id, courseSession.localDate)})`;
  const excused = sql<number>`(select count(*)::int from ${effectiveReply} where ${effectiveReply.sessionId} = ${courseSession.id} and ${effectiveReply.reply} = 'no'
    and exists (select 1 from ${enrolment} where ${enrolment.courseId} = ${course.id} and ${enrolment.personId} = ${effectiveReply.personId} and ${enrolment.state} in ${oneOf(enrolmentSets.seated)}
      and not ${pausesOn(enrolment.id, courseSession.localDate)}))`;
  const trials = sql<number>`(select count(*)::int from ${trialVisit} where ${trialVisit.sessionId} = ${courseSession.id} and ${trialVisit.state} = 'booked')`;
  const marked = sql<number>`(select count(*)::int from ${attendance} where ${attendance.sessionId} = ${courseSession.id} and ${attendance.state} in ${oneOf(attendanceSets.there)})`;
  const mine = sql<boolean>`exists (select 1 from ${actingAccess}
    where (${actingAccess.personId} = ${courseSession.substitutePersonId}
        or ${actingAccess.personId} in (select ${courseTrainer.personId} from ${courseTrainer} where ${courseTrainer.courseId} = ${course.id})) and ${actingAccess.userId} = ${userId ?? null} and ${actingAccess.relation} = 'self')`;
  const rows = await tx
    .select({
      session: courseSession,
      place: placeNow,
      courseTitle: course.title,
      slug: course.slug,
      club: course.club,
      expected: withCounts ? expected : sql<number>`0`,
      excused: withCounts ? excused : sql<number>`0`,
      trials: withCounts ? trials : sql<number>`0`,
      marked: withCounts ? marked : sql<number>`0`,
      isMine: userId ? mine : sql<boolean>`false`,
      substitute: withCounts
        ? sql<string | null>`(select ${fullNameOf(person)} from ${person} where ${person.id} = ${courseSession.substitutePersonId})`
        : sql<null>`null`,
    })
    .from(courseSession)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .where(and(inArray(course.club, [...clubs]), ne(course.status, 'draft'), ...conditions))
    .orderBy(asc(courseSession.startsAt), asc(course.title), asc(courseSession.id))
    .limit(limit);
  return rows.map(({ session, ...rest }) => ({
    ...rest,
    id: session.id,
    courseId: session.courseId,
    startsAt: session.startsAt.toISOString(),
    endsAt: session.endsAt.toISOString(),
    state: session.state,
    reason: session.reason,
    mayRestore: mayRestore(session),
  }));
}

/** Conditions for sessions within these local days, both inclusive. */
export function between(from: string, to: string): SQL[] {
  return [gte(courseSession.localDate, from), lte(courseSession.localDate, to)];
}
