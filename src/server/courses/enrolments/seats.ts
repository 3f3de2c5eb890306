import { and, asc, eq, max, min, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { oneOf } from '#server/platform/database/columns.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { takesSignUps } from '#shared/courses/courseWords.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { instantOf } from '#shared/kernel/calendar.ts';
import { nextOffers, offerEnd, type OfferDates, type Waiting } from '#shared/courses/waitingList.ts';
import { course, courseSession } from '../offers/table.ts';
import { event } from '#server/events/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { allOf, enterScope, type Transaction } from '#server/platform/database/database.ts';
import { createGate } from '#server/platform/http/gate.ts';
import { Problem } from '#server/platform/http/problem.ts';
import {
  ofOffering,
  freeSeats,
  offeringOf,
  refOf,
  type AnySeats,
  type CourseRow,
  type EnrolmentRow,
  type EventSeats,
  type EventRow,
  type Seats,
  type SeatsWrite,
  type OfferingRef,
} from './counting.ts';
import { postTickets } from '../orders/tickets.ts';
import { changeState } from './states.ts';
import { enrolment } from './table.ts';

const gate = createGate(2);

/** Queues writes on one course or event before they take a connection. Wrap the whole write in it. */
export function inLine<T>(id: string, work: () => Promise<T>): Promise<T> {
  return gate.pass(id, work);
}

/**
 * THE way to change who has a seat: enrolment, staff, approval, promotion, replacing, moving, import, another number of seats. It locks the
 * course row, lets `check` refuse the write, counts in a second statement (a count in the first would see the rows as of before the lock,
 * and overbook), runs `work`, and offers freed seats.
 */
export async function withSeats<T>(
  needs: SeatsWrite,
  courseId: string,
  check: (course: CourseRow) => void | Promise<void>,
  work: (seats: Seats) => Promise<T>,
): Promise<T> {
  const [row] = await needs.write.tx.select().from(course).where(eq(course.id, courseId)).for('update');
  if (!row) throw new Problem('not-found');
  await check(row);
  return inSeats(needs, { course: row }, work);
}

/** The same for an event: its row is the lock. */
export async function withEventSeats<T>(
  needs: SeatsWrite,
  eventId: string,
  check: (event: EventRow) => void | Promise<void>,
  work: (seats: EventSeats) => Promise<T>,
): Promise<T> {
  const [row] = await needs.write.tx.select().from(event).where(eq(event.id, eventId)).for('update');
  if (!row) throw new Problem('not-found');
  await check(row);
  return inSeats(needs, { event: row }, work);
}

/** A course or event, with the check whether the write is allowed. */
export type CheckedRef =
  | { courseId: string; check: (course: CourseRow) => void | Promise<void> }
  | { eventId: string; check: (event: EventRow) => void | Promise<void> };

/** Runs `withSeats` or `withEventSeats`, for writes that treat both alike. */
export function withSeatsOf<T>(needs: SeatsWrite, ref: CheckedRef, work: (seats: AnySeats) => Promise<T>): Promise<T> {
  if ('courseId' in ref) return withSeats(needs, ref.courseId, ref.check, work);
  return withEventSeats(needs, ref.eventId, ref.check, work);
}

/** The part behind the lock. Called directly only by a test that shows what happens without the lock. */
export async function inSeats<Row extends { course: CourseRow } | { event: EventRow }, T>(
  needs: SeatsWrite,
  row: Row,
  work: (seats: SeatsWrite & Row & { occupied: number; waiting: number }) => Promise<T>,
): Promise<T> {
  const { id, club } = offeringOf(row);
  await enterScope(needs.write.tx, club);
  const [, counted] = await allOf([needs.meanwhile?.(), seatsOf(needs.write.tx, refOf(row))]);
  const seats = { ...needs, ...row, ...counted };
  const before = [seats.occupied, seats.waiting].join();
  const answer = await work(seats);
  await promote(seats);
  await postTickets(seats);
  needs.write.changed({ collection: 'participations', club, entityId: id });
  needs.write.changed({ collection: 'participants', club, entityId: id });
  const collection = 'course' in row ? 'courses' : 'events';
  if (before !== [seats.occupied, seats.waiting].join()) needs.write.changed({ collection, club, entityId: id });
  return answer;
}

/** All waiting enrolments, unordered. */
export async function readQueue(tx: Transaction, ref: OfferingRef): Promise<Waiting[]> {
  const rows = await tx
    .select({
      id: enrolment.id,
      queueClass: enrolment.queueClass,
      queueRank: enrolment.queueRank,
      groupKey: enrolment.groupKey,
    })
    .from(enrolment)
    .where(and(ofOffering(ref), eq(enrolment.state, 'waitlisted')));
  return rows.map((row) => ({ ...row, queueRank: row.queueRank ?? 0 }));
}

/** The dates that limit when seats of a course are offered; undefined for permanent groups, which continue. */
export async function offerDates(tx: Transaction, { id, kind, startsOn, lateJoin }: CourseRow): Promise<OfferDates | undefined> {
  if (kind === 'permanent') return undefined;
  const [dates] = await tx
    .select({ first: min(courseSession.startsAt), last: max(courseSession.startsAt) })
    .from(courseSession)
    .where(and(eq(courseSession.courseId, id), ne(courseSession.state, 'cancelled')));
  const first = dates?.first ?? instantOf(startsOn, '00:00');
  return { first, last: dates?.last ?? first, joinsLate: lateJoin !== 'no' };
}

/** The single date of an event. */
export function eventOfferDates({ startsAt }: EventRow): OfferDates {
  return { first: startsAt, last: startsAt, joinsLate: false };
}

/** Whether seats may be offered to the waiting list now. */
function mayOffer(seats: AnySeats): boolean {
  // Courses of a holiday round are assigned by the round only, until its seats are published.
  if ('course' in seats && seats.course.roundId !== null) return false;
  const isOpen = 'course' in seats ? courseSets.open.includes(seats.course.status) : seats.event.state === 'published';
  return isOpen && takesSignUps(offeringOf(seats).registration);
}

async function promote(seats: AnySeats): Promise<void> {
  const free = freeSeats(seats);
  if (seats.waiting === 0 || (free !== null && free <= 0) || !mayOffer(seats)) return;
  const { tx } = seats.write;
  const { waitlistOfferHours, isStrictQueue } = offeringOf(seats);
  const end = offerEnd(now(), waitlistOfferHours, 'course' in seats ? await offerDates(tx, seats.course) : eventOfferDates(seats.event));
  if (!end) return;
  const queue = await readQueue(tx, refOf(seats));
  const ids = nextOffers(queue, free ?? queue.length, isStrictQueue);
  for (const id of ids) await changeState(seats, id, 'offered', { set: { offerExpiresAt: end }, actor: { name: 'System' } });
}

/** The number of held seats and waiting enrolments of a course or event, in the scope of its club. Reliable only behind the lock. */
export async function seatsOf(tx: Transaction, ref: OfferingRef): Promise<{ occupied: number; waiting: number }> {
  const [row] = await tx
    .select(countColumns())
    .from(enrolment)
    .where(and(ofOffering(ref), isCounted()));
  return row ?? { occupied: 0, waiting: 0 };
}

/** A subselect for queries over courses: the held seats of a course, as column `count`. */
export function heldSeatsOf(courseId: AnyColumn): SQL {
  return sql`select ${countColumns().occupied} as count from ${enrolment}
    where ${enrolment.courseId} = ${courseId} and ${isCounted()}`;
}

/** SQL pre-filter for counting: a superset of the enrolments that count. */
export function isCounted(): SQL {
  return sql`(${enrolment.state} in ${oneOf(enrolmentSets.active)} or ${mayBeTakenBack()})`;
}

/** A seat that was just cancelled: nobody else gets it while the cancellation can be undone. */
function mayBeTakenBack(): SQL {
  return sql`(${enrolment.state} in ${oneOf(enrolmentSets.left)} and ${enrolment.undoUntil} > ${now()} and ${enrolment.undoState} in ${oneOf(enrolmentSets.holding)})`;
}

/** The waiting-list order in SQL; a test keeps it in line with `inQueueOrder`. */
export function queueOrder({ queueClass, queueRank }: { queueClass: AnyColumn; queueRank: AnyColumn }): SQL[] {
  return [asc(queueClass), asc(queueRank)];
}

/** SQL condition: enrolments before the given one in that order. */
export function isAheadOf({ queueClass, queueRank }: Pick<EnrolmentRow, 'queueClass' | 'queueRank'>): SQL {
  return sql`(${enrolment.queueClass}, ${enrolment.queueRank}) < (${queueClass}, ${queueRank})`;
}

/** The two aggregates of a count: held seats and waiting enrolments. */
export function countColumns() {
  const isHeld = sql`${enrolment.state} in ${oneOf(enrolmentSets.holding)} and (${enrolment.leavesOn} is null or ${enrolment.leavesOn} >= ${today()})`;
  const isOnHold = sql`${enrolment.state} = 'unverified' and ${enrolment.queueRank} is null and ${enrolment.holdExpiresAt} > ${now()}`;
  return {
    occupied: sql<number>`count(*) filter (where (${isHeld}) or (${isOnHold}) or (${mayBeTakenBack()}))::int`,
    waiting: sql<number>`count(*) filter (where ${enrolment.state} = 'waitlisted')::int`,
  };
}
