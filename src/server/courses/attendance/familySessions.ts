import { and, asc, eq, gt, gte, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import type { OwnSession } from '#shared/courses/replies.ts';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { actingAccess, person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { course, courseSession } from '../offers/table.ts';
import { enrolment } from '../enrolments/table.ts';
import { effectiveReply } from './table.ts';

const shownDays = 14;
const shownAtMost = 200;

/** Whether an enrolment has a seat on the day of a date. */
export const hasSeatThen: SQL | undefined = and(
  eq(enrolment.courseId, courseSession.courseId),
  eq(enrolment.state, 'confirmed'),
  or(isNull(enrolment.startsOn), lte(enrolment.startsOn, courseSession.localDate)),
  or(isNull(enrolment.leavesOn), gte(enrolment.leavesOn, courseSession.localDate)),
);

const columns = {
  session: courseSession,
  personId: person.id,
  firstname: person.firstname,
  courseTitle: course.title,
  slug: course.slug,
  club: course.club,
  reply: effectiveReply.reply,
  note: effectiveReply.note,
  byUser: effectiveReply.byUser,
  byName: fullNameOf(appUser),
};

const selectDates = (tx: Transaction) =>
  tx
    .select(columns)
    .from(enrolment)
    .innerJoin(courseSession, hasSeatThen)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .innerJoin(person, eq(person.id, enrolment.personId))
    .leftJoin(effectiveReply, and(eq(effectiveReply.sessionId, courseSession.id), eq(effectiveReply.personId, enrolment.personId)))
    .leftJoin(appUser, eq(appUser.id, effectiveReply.byUser));

/** The next dates of everybody for whom a user may act, in all clubs. */
export async function datesOfFamily(tx: Transaction, userId: string): Promise<OwnSession[]> {
  const rows = await selectDates(tx)
    .innerJoin(actingAccess, and(eq(actingAccess.personId, enrolment.personId), eq(actingAccess.userId, userId)))
    .where(and(gt(courseSession.endsAt, now()), lt(courseSession.startsAt, daysAhead(shownDays))))
    .orderBy(asc(courseSession.startsAt), asc(course.title), asc(person.firstname), asc(person.id))
    .limit(shownAtMost);
  return rows.map((row) => toOwn(row, userId));
}

/** The next three dates of one enrolment, for who opened it by its link. */
export async function datesOfEnrolment(tx: Transaction, enrolmentId: string): Promise<OwnSession[]> {
  const rows = await selectDates(tx)
    .where(and(eq(enrolment.id, enrolmentId), gt(courseSession.endsAt, now())))
    .orderBy(asc(courseSession.startsAt))
    .limit(3);
  // Without an account nobody is named by theirs.
  return rows.map((row) => ({ ...toOwn(row, undefined), repliedBy: null }));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDates>['execute']>>[number];

function toOwn({ session, byUser, byName, note, ...row }: Row, userId: string | undefined): OwnSession {
  return {
    ...row,
    sessionId: session.id,
    startsAt: session.startsAt.toISOString(),
    endsAt: session.endsAt.toISOString(),
    place: session.place,
    state: session.state,
    reason: session.state === 'cancelled' ? session.reason : null,
    note: note ?? '',
    repliedBy: byUser !== null && byUser !== userId ? byName : null,
    mayReply: isOpen(session),
  };
}

/** An answer counts as long as the date takes place and is not over. */
export function isOpen({ state, endsAt }: Pick<typeof courseSession.$inferSelect, 'state' | 'endsAt'>): boolean {
  return sessionSets.coming.includes(state) && endsAt > now();
}

function daysAhead(days: number): Date {
  return new Date(now().getTime() + days * 24 * 60 * 60 * 1000);
}
