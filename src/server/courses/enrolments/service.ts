import { and, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { ParticipationState } from '#shared/courses/courseWords.ts';
import { queueClasses } from '#shared/courses/courseStates.ts';
import { activeStates } from '#shared/courses/waitingList.ts';
import type { EventRegistrations } from '#server/events/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import { enrolledIn, refOf, refOfRow, type Actor, type AnyPlaces, type CourseRow, type Places, type PlacesDeed } from './counting.ts';
import { countColumns, inLine, placesOf, withEventPlaces, withPlaces, withPlacesOf } from './places.ts';
import { eventPhase } from './eventRules.ts';
import { tellParticipants } from './letters.ts';
import { changeState } from './states.ts';
import { attendance, participation } from './table.ts';

export type { Actor, CourseRow, Places };
export { tellParticipants };
export { countColumns, placesOf, withPlaces, inLine };

const system: Actor = { name: 'System' };

/** Lets run out what has run out, course by course and event by event; what becomes free is offered to the next. A job calls it each minute. */
export async function expireDue({ database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const isOver = or(
    and(eq(participation.state, 'offered'), lte(participation.offerExpiresAt, now())),
    and(eq(participation.state, 'unverified'), lte(participation.holdExpiresAt, now())),
  );
  const due = await database.read(everyClub, (tx) =>
    tx.selectDistinct({ courseId: participation.courseId, eventId: participation.eventId }).from(participation).where(isOver).limit(500),
  );
  for (const { courseId, eventId } of due) {
    const ref = refOfRow({ courseId, eventId });
    try {
      await inLine(courseId ?? eventId ?? '', () =>
        database.write(everyClub, (deed) =>
          withPlacesOf(
            { deed, settings, actor: system },
            ref,
            () => undefined,
            async (places) => {
              const over = await deed.tx
                .select({ id: participation.id })
                .from(participation)
                .where(and(enrolledIn(ref), isOver));
              for (const { id } of over) await changeState(places, id, 'expired');
            },
          ),
        ),
      );
    } catch (error) {
      // One that cannot be served now must not keep the others waiting; it comes again in a minute.
      log.warn({ err: error, courseId, eventId }, 'offers did not run out');
    }
  }
}

/** Undoes every enrolment of a course or an event that is cancelled; everybody gets one mail. */
export async function annulAll(places: AnyPlaces, reason?: string): Promise<number> {
  const rows = await idsIn(places, activeStates);
  for (const id of rows) await changeState(places, id, 'annulled', { reason });
  return rows.length;
}

/** Closes the enrolments of a course that is over: whoever was never there did not come. */
export async function completeAll(places: Places): Promise<void> {
  const { tx } = places.deed;
  const came = new Set(
    (
      await tx
        .selectDistinct({ personId: attendance.personId })
        .from(attendance)
        .innerJoin(participation, eq(participation.id, attendance.participationId))
        .where(and(eq(participation.courseId, places.course.id), inArray(attendance.state, ['present', 'trial'])))
    ).map(({ personId }) => personId),
  );
  const rows = await tx
    .select({ id: participation.id, personId: participation.personId, state: participation.state })
    .from(participation)
    .where(and(eq(participation.courseId, places.course.id), inArray(participation.state, [...activeStates])));
  for (const { id, personId, state } of rows) {
    const to: ParticipationState = came.has(personId) ? 'completed' : 'no_show';
    if (state === 'confirmed') await changeState(places, id, to, { isSilent: true });
    else await changeState(places, id, 'annulled', { isSilent: true });
  }
}

/** How many have a place for good: what the minimum of a course is held against. */
export async function confirmedCount({ deed }: PlacesDeed, courseId: string): Promise<number> {
  const [row] = await deed.tx
    .select({ count: sql<number>`count(*)::int` })
    .from(participation)
    .where(and(eq(participation.courseId, courseId), eq(participation.state, 'confirmed')));
  return row?.count ?? 0;
}

async function idsIn(places: AnyPlaces, states: readonly ParticipationState[]): Promise<string[]> {
  const rows = await places.deed.tx
    .select({ id: participation.id })
    .from(participation)
    .where(and(enrolledIn(refOf(places)), inArray(participation.state, [...states])))
    .orderBy(participation.registeredAt, participation.id);
  return rows.map(({ id }) => id);
}

/** How many places of events are held and how many wait, by their ids. Needs the scope of their clubs; numbers only. */
async function eventCounts(tx: Transaction, ids: readonly string[]): Promise<Map<string, { occupied: number; waiting: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ eventId: participation.eventId, ...countColumns() })
    .from(participation)
    .where(inArray(participation.eventId, [...ids]))
    .groupBy(participation.eventId);
  return new Map(rows.map(({ eventId, ...counts }) => [eventId ?? '', counts]));
}

/** What events learn about their registrations from here. */
export const eventRegistrations: EventRegistrations = {
  counts: eventCounts,
  memberPhase: (row, seats) => eventPhase(row, seats, queueClasses.member),
  withSeats: withEventPlaces,
  inLine,
  annulAll,
  tellParticipants,
};
