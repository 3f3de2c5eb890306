import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { instantOf } from '#shared/calendar.ts';
import { nextOffers, offerEnd, type Waiting } from '#shared/waitingList.ts';
import { course, courseSession } from '../courses/table.ts';
import { now } from '../platform/clock.ts';
import { enterScope, type Transaction } from '../platform/database.ts';
import { createGate } from '../platform/gate.ts';
import { Problem } from '../platform/problem.ts';
import { freePlaces, type CourseRow, type Places, type PlacesDeed } from './counting.ts';
import { changeState } from './states.ts';
import { participation } from './table.ts';

const gate = createGate(2);

/** Lets deeds on the places of one course wait in line before they take a connection. Wrap the whole deed in it. */
export function inLine<T>(courseId: string, deed: () => Promise<T>): Promise<T> {
  return gate.pass(courseId, deed);
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
  return inPlaces(needs, row, work);
}

/** The part of `withPlaces` behind the lock. Only a test that shows what happens without the lock calls it by itself. */
export async function inPlaces<T>(needs: PlacesDeed, row: CourseRow, work: (places: Places) => Promise<T>): Promise<T> {
  await enterScope(needs.deed.tx, row.club);
  const places: Places = { ...needs, course: row, ...(await placesOf(needs.deed.tx, row.id)) };
  const before = [places.occupied, places.waiting].join();
  const answer = await work(places);
  await promote(places);
  needs.deed.changed({ collection: 'participations', club: row.club, entityId: row.id });
  needs.deed.changed({ collection: 'participants', club: row.club, entityId: row.id });
  if (before !== [places.occupied, places.waiting].join()) needs.deed.changed({ collection: 'courses', club: row.club, entityId: row.id });
  return answer;
}

/** Everybody who waits, for the order and the offers. */
export async function readQueue(tx: Transaction, courseId: string): Promise<Waiting[]> {
  const rows = await tx
    .select({
      id: participation.id,
      queueClass: participation.queueClass,
      queueRank: participation.queueRank,
      groupKey: participation.groupKey,
    })
    .from(participation)
    .where(and(eq(participation.courseId, courseId), eq(participation.state, 'waitlisted')));
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

/** Whether the waiting list of a course may be offered places at all now. */
export function mayOffer({ status, registration }: CourseRow): boolean {
  return ['published', 'confirmed'].includes(status) && ['open', 'approval'].includes(registration);
}

async function promote(places: Places): Promise<void> {
  const free = freePlaces(places);
  if (places.waiting === 0 || (free !== null && free <= 0) || !mayOffer(places.course)) return;
  const end = offerEnd(now(), places.course.waitlistOfferHours, await offerStart(places.deed.tx, places.course));
  if (!end) return;
  const queue = await readQueue(places.deed.tx, places.course.id);
  const ids = nextOffers(queue, free ?? queue.length, places.course.isStrictQueue);
  for (const id of ids) await changeState(places, id, 'offered', { set: { offerExpiresAt: end }, actor: { name: 'System' } });
}

/** How many places of a course are held and how many enrolments wait, in the scope of its club. Binding only behind the lock. */
export async function placesOf(tx: Transaction, courseId: string): Promise<{ occupied: number; waiting: number }> {
  const isHeld = sql`${participation.state} in ('confirmed', 'offered', 'pending')`;
  const isOnHold = sql`${participation.state} = 'unverified' and ${participation.holdExpiresAt} > ${now()}`;
  const [row] = await tx
    .select({
      occupied: sql<number>`count(*) filter (where ${isHeld} or (${isOnHold}))::int`,
      waiting: sql<number>`count(*) filter (where ${participation.state} = 'waitlisted')::int`,
    })
    .from(participation)
    .where(
      and(
        eq(participation.courseId, courseId),
        sql`${participation.state} in ('unverified', 'pending', 'waitlisted', 'offered', 'confirmed')`,
      ),
    );
  return row ?? { occupied: 0, waiting: 0 };
}
