import { eq, type SQL } from 'drizzle-orm';
import type { ParticipationState } from '#shared/courses/courseWords.ts';
import type { course } from '../offers/table.ts';
import type { EventPlaces, EventRow } from '#server/events/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Deed } from '#server/platform/database/database.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { participation } from './table.ts';

export type { EventPlaces, EventRow };
export type CourseRow = typeof course.$inferSelect;
export type ParticipationRow = typeof participation.$inferSelect;

/** Who changes places: a signed-in user, or the system. */
export type Actor = { userId?: string | undefined; name: string };

/** What every path that changes places needs. */
export type PlacesDeed = { deed: Deed; settings: Settings; actor: Actor };

/** How many places are held, and how many enrolments wait. */
type Counted = { occupied: number; waiting: number };

/** The places of one locked course, counted after the lock and kept right with every change of this deed. */
export type Places = PlacesDeed & Counted & { course: CourseRow };

export type AnyPlaces = Places | EventPlaces;

/** What decides about places, of a course and of an event alike. */
export type Offering = Pick<
  CourseRow,
  | 'id'
  | 'club'
  | 'title'
  | 'placesMax'
  | 'placesReserved'
  | 'waitlistMax'
  | 'waitlistOfferHours'
  | 'isStrictQueue'
  | 'requiresGuardian'
  | 'requiredConsents'
> & { registration: 'none' | 'open' | 'approval' | 'external' };

/** What people enrol in: exactly one of the two. */
export type OfferingRef = { courseId: string } | { eventId: string };

const eventOfferHours = 48;

/** The rules of the places that are locked. Read anew each time, since a deed may change them. */
export function offeringOf(places: { course: CourseRow } | { event: EventRow }): Offering {
  if ('course' in places) return places.course;
  const { hasWaitlist, ...row } = places.event;
  return {
    ...row,
    placesReserved: 0,
    waitlistMax: hasWaitlist ? null : 0,
    waitlistOfferHours: eventOfferHours,
    isStrictQueue: false,
    requiresGuardian: true,
    requiredConsents: [],
  };
}

/** Which course or event the places belong to. */
export function refOf(places: { course: CourseRow } | { event: EventRow }): OfferingRef {
  return 'course' in places ? { courseId: places.course.id } : { eventId: places.event.id };
}

/** What an enrolment is for. */
export function refOfRow({ courseId, eventId }: Pick<ParticipationRow, 'courseId' | 'eventId'>): OfferingRef {
  return courseId ? { courseId } : { eventId: eventId ?? '' };
}

/** The id behind a reference; people wait in line for it. */
export function idOf(ref: OfferingRef): string {
  return 'courseId' in ref ? ref.courseId : ref.eventId;
}

/** The enrolments of a course or an event. */
export function enrolledIn(ref: OfferingRef): SQL {
  return 'courseId' in ref ? eq(participation.courseId, ref.courseId) : eq(participation.eventId, ref.eventId);
}

/** States that hold a place; an unconfirmed address holds one until its time is over. */
const occupyingStates: readonly ParticipationState[] = ['confirmed', 'offered', 'pending', 'unverified'];

/** Free places; null where there is no limit. Below 0 where staff set fewer places than are taken. */
export function freePlaces(places: ({ course: CourseRow } | { event: EventRow }) & Pick<Counted, 'occupied'>): number | null {
  const { placesMax, placesReserved } = offeringOf(places);
  return placesMax === null ? null : placesMax - placesReserved - places.occupied;
}

/**
 * The state as far as it counts. An unconfirmed address counts while it holds a place: not once its time is over, and not
 * when there was none to hold, which its rank in the waiting list tells.
 */
export function countedState(row: Pick<ParticipationRow, 'state' | 'holdExpiresAt' | 'queueRank'>): ParticipationState | undefined {
  const holdsNothing = row.queueRank !== null || (row.holdExpiresAt !== null && row.holdExpiresAt <= now());
  return row.state === 'unverified' && holdsNothing ? undefined : row.state;
}

/** Keeps the count of this deed right when an enrolment goes from one state to another; undefined stands for "not there". */
export function recount(places: Counted, from: ParticipationState | undefined, to: ParticipationState | undefined): void {
  const holds = (state: ParticipationState | undefined) => state !== undefined && occupyingStates.includes(state);
  places.occupied += Number(holds(to)) - Number(holds(from));
  places.waiting += Number(to === 'waitlisted') - Number(from === 'waitlisted');
}
