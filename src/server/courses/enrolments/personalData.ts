import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { readParameter } from '#server/club/config/service.ts';
import { event } from '#server/events/table.ts';
import { forgetHealthNotes } from '#server/people/persons/service.ts';
import { careNote } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import type { EndingWrite, PersonalData, Subject } from '#server/platform/database/personalData.ts';
import { course, courseSession } from '../offers/table.ts';
import { readOrderWords } from '../orders/lastStep.ts';
import { endByDeath } from './cancel.ts';
import { withSeatsOf } from './seats.ts';
import { attendance, enrolment, enrolmentLog, enrolmentOrder } from './table.ts';

/** Which of these enrolments a charge refers to; passed in by a higher wing. */
type ChargedEnrolments = (tx: Transaction, ids: readonly string[]) => Promise<Set<string>>;

/** Enrolments and attendance; kept without a name for statistics. */
export const enrolmentsData = (chargedOf: ChargedEnrolments): PersonalData => ({
  records: [
    { title: 'Anmeldungen', by: [enrolment.personId] },
    { title: 'Verlauf der Anmeldungen', by: [enrolmentLog.enrolmentId], of: enrolment },
    { title: 'Anwesenheit', by: [attendance.personId] },
    { title: 'Anwesenheit', by: [attendance.enrolmentId], of: enrolment },
  ],
  names: [
    { column: 'session_id', as: 'session', read: readSessionNames },
    { column: 'enrolment_id', as: 'offer', read: readOfferNames },
    { column: 'order_id', as: 'agreed', read: readOrderWords },
  ],
  blockers: async (tx, subject) =>
    [...(await runningCourses(tx, subject)), ...(await comingEvents(tx, subject))].map(
      ({ title }) => `Angemeldet für „${title}“: Bitte zuerst den Platz absagen.`,
    ),
  atDeath: async (tx, subject) => ({
    ends: [...(await runningCourses(tx, subject)), ...(await comingEvents(tx, subject))].map(({ title }) => `Anmeldung für „${title}“`),
  }),
  endLife: endEnrolments,
  stays: async (tx, { id }) => [
    {
      what: 'Anmeldungen und Anwesenheiten',
      count: (await tx.$count(enrolment, eq(enrolment.personId, id))) + (await tx.$count(attendance, eq(attendance.personId, id))),
      until: null,
      why: 'für die Statistik, ohne Namen',
    },
  ],
  erase: eraseEnrolments,
  retention: [
    { name: 'health', forget: forgetOldHealthNotes },
    { name: 'waiting', forget: (write) => forgetWaiting(write, chargedOf) },
  ],
  isNeeded: (personId, since) =>
    sql`(exists (select 1 from ${enrolment} left join ${course} on ${course.id} = ${enrolment.courseId}
        where ${enrolment.personId} = ${personId} and (${enrolment.registeredAt} >= ${since}
          or ${course.status} not in ${oneOf(courseSets.dropped)} and (${course.endsOn} is null or ${course.endsOn} >= ${since})))
      or exists (select 1 from ${attendance} where ${attendance.personId} = ${personId} and ${attendance.markedAt} >= ${since}))`,
  moves: [enrolment.personId, attendance.personId],
  accounts: [enrolment.registeredBy, enrolmentOrder.placedBy, enrolmentLog.byUser, attendance.markedBy],
});

function readSessionNames(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: courseSession.id, name: sql<string>`${course.title} || ', ' || to_char(${courseSession.localDate}, 'DD.MM.YYYY')` })
    .from(courseSession)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .where(inArray(courseSession.id, [...ids]));
}

function readOfferNames(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: enrolment.id, name: sql<string>`coalesce(${course.title}, ${event.title})` })
    .from(enrolment)
    .leftJoin(course, eq(course.id, enrolment.courseId))
    .leftJoin(event, eq(event.id, enrolment.eventId))
    .where(inArray(enrolment.id, [...ids]));
}

function runningCourses(tx: Transaction, { id }: Subject) {
  return tx
    .select({ title: course.title })
    .from(enrolment)
    .innerJoin(course, eq(course.id, enrolment.courseId))
    .where(
      and(
        eq(enrolment.personId, id),
        inArray(enrolment.state, enrolmentSets.active),
        inArray(course.status, courseSets.running),
        or(isNull(course.endsOn), gte(course.endsOn, today())),
      ),
    )
    .orderBy(course.title)
    .limit(20);
}

function comingEvents(tx: Transaction, { id }: Subject) {
  return tx
    .select({ title: event.title })
    .from(enrolment)
    .innerJoin(event, eq(event.id, enrolment.eventId))
    .where(and(eq(enrolment.personId, id), inArray(enrolment.state, enrolmentSets.active), gt(event.endsAt, sql`now()`)))
    .orderBy(event.title)
    .limit(20);
}

/** Ends the enrolments of a deceased person, course by course in the order of ids, so that concurrent writes cannot deadlock. */
async function endEnrolments(needs: EndingWrite, { id }: Subject, day: LocalDate): Promise<void> {
  const { tx } = needs.write;
  const goesOn = or(
    and(inArray(course.status, courseSets.running), or(isNull(course.endsOn), gte(course.endsOn, today()))),
    gt(event.endsAt, now()),
  );
  const rows = await tx
    .select({ id: enrolment.id, courseId: enrolment.courseId, eventId: enrolment.eventId })
    .from(enrolment)
    .leftJoin(course, eq(course.id, enrolment.courseId))
    .leftJoin(event, eq(event.id, enrolment.eventId))
    .where(and(eq(enrolment.personId, id), inArray(enrolment.state, enrolmentSets.active), goesOn))
    .orderBy(asc(enrolment.courseId), asc(enrolment.eventId));
  for (const { id: enrolmentId, courseId, eventId } of rows) {
    const check = () => undefined;
    await withSeatsOf(needs, courseId ? { courseId, check } : { eventId: eventId ?? '', check }, async (seats) => {
      const [row] = await tx.select().from(enrolment).where(eq(enrolment.id, enrolmentId));
      if (row && enrolmentSets.active.includes(row.state)) await endByDeath(seats, row, day);
    });
  }
}

async function eraseEnrolments(tx: Transaction, { id }: Subject): Promise<void> {
  const own = tx.select({ id: enrolment.id }).from(enrolment).where(eq(enrolment.personId, id));
  await tx
    .update(enrolment)
    .set({
      contactEmail: null,
      guardianName: null,
      answers: {},
      staffNote: null,
      cancelReason: null,
      registeredBy: null,
      linkHashes: [],
    })
    .where(eq(enrolment.personId, id));
  await tx.update(enrolmentLog).set({ reason: null }).where(inArray(enrolmentLog.enrolmentId, own));
}

/** Deletes health notes some days after the person's last course. */
async function forgetOldHealthNotes({ tx }: Write): Promise<number> {
  const days = await readParameter(tx, 'retention.healthNoteDays');
  const isTakingPart = sql`exists (select 1 from ${enrolment} join ${course} on ${course.id} = ${enrolment.courseId}
    where ${enrolment.personId} = ${careNote.personId} and ${inArray(enrolment.state, [...enrolmentSets.active, 'completed'])}
      and (${course.endsOn} is null and ${course.status} not in ${oneOf(courseSets.dropped)} or ${course.endsOn} >= ${today()}::date - ${days}::int))`;
  return forgetHealthNotes(tx, days, isTakingPart);
}

/** Deletes enrolments that were only waiting or refused, some days after the course. */
async function forgetWaiting({ tx }: Write, chargedOf: ChargedEnrolments): Promise<number> {
  const days = await readParameter(tx, 'retention.healthNoteDays');
  const rows = await tx
    .select({ id: enrolment.id })
    .from(enrolment)
    .innerJoin(course, eq(course.id, enrolment.courseId))
    .where(
      and(
        isNotNull(course.endsOn),
        lt(course.endsOn, sql`${today()}::date - ${days}::int`),
        inArray(enrolment.state, enrolmentSets.unseated),
      ),
    );
  const charged = await chargedOf(
    tx,
    rows.map(({ id }) => id),
  );
  const over = rows.flatMap(({ id }) => (charged.has(id) ? [] : [id]));
  if (over.length > 0) await tx.delete(enrolment).where(sql`${enrolment.id} = any(${sql.param(over)}::uuid[])`);
  return over.length;
}
