import type { ParticipationState } from '#shared/courseWords.ts';
import type { course } from '../courses/table.ts';
import type { Deed } from '../platform/database.ts';
import type { Settings } from '../platform/settings.ts';
import type { participation } from './table.ts';

export type CourseRow = typeof course.$inferSelect;
export type ParticipationRow = typeof participation.$inferSelect;

/** Who changes places: a signed-in user, or the system. */
export type Actor = { userId?: string | undefined; name: string };

/** What every path that changes places needs. */
export type PlacesDeed = { deed: Deed; settings: Settings; actor: Actor };

/** The places of one locked course, counted after the lock and kept right with every change of this deed. */
export type Places = PlacesDeed & {
  course: CourseRow;
  /** How many places are held, and how many enrolments wait. */
  occupied: number;
  waiting: number;
};

/** States that hold a place; an unconfirmed address holds one until its time is over. */
const occupyingStates: readonly ParticipationState[] = ['confirmed', 'offered', 'pending', 'unverified'];

/** Free places; null where the course has no limit. Below 0 where staff set fewer places than are taken. */
export function freePlaces({ course: { placesMax, placesReserved }, occupied }: Pick<Places, 'course' | 'occupied'>): number | null {
  return placesMax === null ? null : placesMax - placesReserved - occupied;
}

/** Keeps the count of this deed right when an enrolment goes from one state to another; undefined stands for "not there". */
export function recount(places: Places, from: ParticipationState | undefined, to: ParticipationState | undefined): void {
  const holds = (state: ParticipationState | undefined) => state !== undefined && occupyingStates.includes(state);
  places.occupied += Number(holds(to)) - Number(holds(from));
  places.waiting += Number(to === 'waitlisted') - Number(from === 'waitlisted');
}
