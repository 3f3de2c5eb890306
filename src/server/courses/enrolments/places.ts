import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { instantOf } from '#shared/kernel/calendar.ts';
import { nextOffers, offerEnd, type Waiting } from '#shared/courses/waitingList.ts';
import { course, courseSession } from '../offers/table.ts';
import { event } from '#server/events/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { createGate } from '#server/platform/http/gate.ts';
import { Problem } from '#server/platform/http/problem.ts';
import {
  enrolledIn,
  freePlaces,
  offeringOf,
  refOf,
  type AnyPlaces,
  type CourseRow,
  type EventPlaces,
  type EventRow,
  type Places,
  type PlacesDeed,
  type OfferingRef,
} from './counting.ts';
import { changeState } from './states.ts';
import { participation } from './table.ts';

const gate = createGate(2);

/** Lets deeds on the places of one course or event wait in line before they take a connection. Wrap the whole deed in it. */
export function inLine<T>(id: string, deed: () => Promise<T>): Promise<T> {
  return gate.pass(id, deed);
}

/**
 * THE way to change who has a place: sign-up, staff, approval, promotion, replacing, moving, import, another number of
 * places. It locks the course row, asks `check` whether the deed is allowed at all, counts in a second statement (a count
 * in the first would see the rows as they were before the lock, and overbook), runs `work`, and offers what became free.
 */
export async function withPlaces<T>(
  needs: PlacesDeed,
  courseId: string,
  check: (course: CourseRow) => void | Promise<void>,
  work: (places: Places) => Promise<T>,
): Promise<T> {
  const [row] = await needs.deed.tx.select().from(course).where(eq(course.id, courseId)).for('update');
  if (!row) throw new Problem('not-found');
  await check(row);
  return inPlaces(needs, { course: row }, work);
}

/** The same for an event: its row is the lock. */
export async function withEventPlaces<T>(
  needs: PlacesDeed,
  eventId: string,
  check: (event: EventRow) => void | Promise<void>,
  work: (places: EventPlaces) => Promise<T>,
): Promise<T> {
  const [row] = await needs.deed.tx.select().from(event).where(eq(event.id, eventId)).for('update');
  if (!row) throw new Problem('not-found');
  await check(row);
  return inPlaces(needs, { event: row }, work);
}

/** Either of the two, for deeds that treat an enrolment alike wherever it belongs. */
export function withPlacesOf<T>(
  needs: PlacesDeed,
  ref: OfferingRef,
  check: (row: CourseRow | EventRow) => void | Promise<void>,
  work: (places: AnyPlaces) => Promise<T>,
): Promise<T> {
  return 'courseId' in ref ? withPlaces(needs, ref.courseId, check, work) : withEventPlaces(needs, ref.eventId, check, work);
}

/** The part behind the lock. Only a test that shows what happens without the lock calls it by itself. */
export async function inPlaces<Row extends { course: CourseRow } | { event: EventRow }, T>(
  needs: PlacesDeed,
  row: Row,
  work: (places: PlacesDeed & Row & { occupied: number; waiting: number }) => Promise<T>,
): Promise<T> {
  const { id, club } = offeringOf(row);
  await enterScope(needs.deed.tx, club);
  const places = { ...needs, ...row, ...(await placesOf(needs.deed.tx, refOf(row))) };
  const before = [places.occupied, places.waiting].join();
  const answer = await work(places);
  await promote(places);
  needs.deed.changed({ collection: 'participations', club, entityId: id });
  needs.deed.changed({ collection: 'participants', club, entityId: id });
  const collection = 'course' in row ? 'courses' : 'events';
  if (before !== [places.occupied, places.waiting].join()) needs.deed.changed({ collection, club, entityId: id });
  return answer;
}

/** Everybody who waits, for the order and the offers. */
export async function readQueue(tx: Transaction, ref: OfferingRef): Promise<Waiting[]> {
  const rows = await tx
    .select({
      id: participation.id,
      queueClass: participation.queueClass,
      queueRank: participation.queueRank,
      groupKey: participation.groupKey,
    })
    .from(participation)
    .where(and(enrolledIn(ref), eq(participation.state, 'waitlisted')));
  return rows.map((row) => ({ ...row, queueRank: row.queueRank ?? 0 }));
}

/**
 * The start before which offers must end: that of the first date. After it nobody is offered a place by itself; a
 * permanent group goes on, so it has no such end.
 */
export async function offerStart(tx: Transaction, { id, kind, startsOn }: CourseRow): Promise<Date | undefined> {
  if (kind === 'permanent') return undefined;
  const [first] = await tx
    .select({ startsAt: courseSession.startsAt })
    .from(courseSession)
    .where(and(eq(courseSession.courseId, id), ne(courseSession.state, 'cancelled')))
    .orderBy(asc(courseSession.startsAt))
    .limit(1);
  return first?.startsAt ?? instantOf(startsOn, '00:00');
}

/** Whether a waiting list may be offered places at all now. */
function mayOffer(places: AnyPlaces): boolean {
  const isOpen = 'course' in places ? ['published', 'confirmed'].includes(places.course.status) : places.event.state === 'published';
  return isOpen && ['open', 'approval'].includes(offeringOf(places).registration);
}

async function promote(places: AnyPlaces): Promise<void> {
  const free = freePlaces(places);
  if (places.waiting === 0 || (free !== null && free <= 0) || !mayOffer(places)) return;
  const { tx } = places.deed;
  const { waitlistOfferHours, isStrictQueue } = offeringOf(places);
  const end = offerEnd(now(), waitlistOfferHours, 'course' in places ? await offerStart(tx, places.course) : places.event.startsAt);
  if (!end) return;
  const queue = await readQueue(tx, refOf(places));
  const ids = nextOffers(queue, free ?? queue.length, isStrictQueue);
  for (const id of ids) await changeState(places, id, 'offered', { set: { offerExpiresAt: end }, actor: { name: 'System' } });
}

/** How many places of a course or an event are held and how many enrolments wait, in the scope of its club. Binding only behind the lock. */
export async function placesOf(tx: Transaction, ref: OfferingRef): Promise<{ occupied: number; waiting: number }> {
  const [row] = await tx
    .select(countColumns())
    .from(participation)
    .where(and(enrolledIn(ref), sql`${participation.state} in ('unverified', 'pending', 'waitlisted', 'offered', 'confirmed')`));
  return row ?? { occupied: 0, waiting: 0 };
}

/** The two numbers of a count: places held and enrolments that wait. */
export function countColumns() {
  const isHeld = sql`${participation.state} in ('confirmed', 'offered', 'pending')`;
  const isOnHold = sql`${participation.state} = 'unverified' and ${participation.queueRank} is null and ${participation.holdExpiresAt} > ${now()}`;
  return {
    occupied: sql<number>`count(*) filter (where ${isHeld} or (${isOnHold}))::int`,
    waiting: sql<number>`count(*) filter (where ${participation.state} = 'waitlisted')::int`,
  };
}
