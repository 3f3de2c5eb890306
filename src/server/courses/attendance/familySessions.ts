import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, not, or, type SQL } from 'drizzle-orm';
import type { OwnSession } from '#shared/courses/replies.ts';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { placeNow } from '../offers/placeNow.ts';
import { course, courseSession } from '../offers/table.ts';
import { knownTo } from '../enrolments/service.ts';
import { enrolment } from '../enrolments/table.ts';
import { pausesOn } from '../pauses/reading.ts';
import { effectiveReply } from './table.ts';

const shownDays = 14;
const shownAtMost = 200;

/** Whether an enrolment has a seat on the day of a session, and is not paused. */
export const hasSeatThen: SQL | undefined = and(
  eq(enrolment.courseId, courseSession.courseId),
  eq(enrolment.state, 'confirmed'),
  or(isNull(enrolment.startsOn), lte(enrolment.startsOn, courseSession.localDate)),
  or(isNull(enrolment.leavesOn), gte(enrolment.leavesOn, courseSession.localDate)),
  not(pausesOn(enrolment.id, courseSession.localDate)),
);

const columns = {
  session: courseSession,
  place: placeNow,
  personId: person.id,
  firstname: person.firstname,
  courseTitle: course.title,
  slug: course.slug,
  club: course.club,
  replyUntilHours: course.replyUntilHours,
};

const selectDates = (tx: Transaction) =>
  tx
    .select(columns)
    .from(enrolment)
    .innerJoin(courseSession, hasSeatThen)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .innerJoin(person, eq(person.id, enrolment.personId));

/** The next sessions of all persons for whom a user may act, in all clubs. */
export async function datesOfFamily(tx: Transaction, userId: string): Promise<OwnSession[]> {
  const known = await knownTo(tx, userId);
  if (!known) return [];
  const rows = await selectDates(tx)
    .where(and(known, gt(courseSession.endsAt, now()), lt(courseSession.startsAt, daysAhead(shownDays))))
    .orderBy(asc(courseSession.startsAt), asc(course.title), asc(person.firstname), asc(person.id))
    .limit(shownAtMost);
  return withReplies(tx, rows, userId);
}

/** The next three sessions of one enrolment, for access by its link. */
export async function datesOfEnrolment(tx: Transaction, enrolmentId: string): Promise<OwnSession[]> {
  const rows = await selectDates(tx)
    .where(and(eq(enrolment.id, enrolmentId), gt(courseSession.endsAt, now())))
    .orderBy(asc(courseSession.startsAt))
    .limit(3);
  // Without an account the names of other accounts are withheld.
  return (await withReplies(tx, rows, undefined)).map((row) => ({ ...row, repliedBy: null }));
}

/** Adds the reply for each session. */
async function withReplies(tx: Transaction, rows: readonly Row[], userId: string | undefined): Promise<OwnSession[]> {
  if (rows.length === 0) return [];
  const { sessionId, personId, reply, note, byUser } = effectiveReply;
  const replies = await tx
    .select({ sessionId, personId, reply, note, byUser, byName: fullNameOf(appUser) })
    .from(effectiveReply)
    .leftJoin(appUser, eq(appUser.id, byUser))
    .where(
      and(
        inArray(sessionId, [...new Set(rows.map(({ session }) => session.id))]),
        inArray(personId, [...new Set(rows.map((row) => row.personId))]),
      ),
    );
  const found = new Map(replies.map((one) => [`${one.sessionId} ${one.personId}`, one]));
  return rows.map((row) => toOwn(row, found.get(`${row.session.id} ${row.personId}`), userId));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDates>['execute']>>[number];

type Reply = { reply: OwnSession['reply']; note: string; byUser: string | null; byName: string };

function toOwn({ session, replyUntilHours, ...row }: Row, said: Reply | undefined, userId: string | undefined): OwnSession {
  return {
    ...row,
    reply: said?.reply ?? null,
    sessionId: session.id,
    startsAt: session.startsAt.toISOString(),
    endsAt: session.endsAt.toISOString(),
    replyUntil: replyUntilHours > 0 ? new Date(session.startsAt.getTime() - replyUntilHours * 3_600_000).toISOString() : null,
    state: session.state,
    reason: session.state === 'cancelled' ? session.reason : null,
    note: said?.note ?? '',
    repliedBy: said && said.byUser !== null && said.byUser !== userId ? said.byName : null,
    mayReply: isOpen(session),
  };
}

/** Replies are accepted while the session takes place and has not ended. */
export function isOpen({ state, endsAt }: Pick<typeof courseSession.$inferSelect, 'state' | 'endsAt'>): boolean {
  return sessionSets.coming.includes(state) && endsAt > now();
}

function daysAhead(days: number): Date {
  return new Date(now().getTime() + days * 24 * 60 * 60 * 1000);
}
