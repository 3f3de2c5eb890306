import { eq, type SQL } from 'drizzle-orm';
import { enrolmentSets, type EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import type { course } from '../offers/table.ts';
import type { EventSeats, EventRow } from '#server/events/service.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { enrolment } from './table.ts';

export type { EventSeats, EventRow };
export type CourseRow = typeof course.$inferSelect;
export type EnrolmentRow = typeof enrolment.$inferSelect;

/** The actor of a seat change: a signed-in user, or the system. */
export type Actor = { userId?: string | undefined; name: string };

/** The context of every path that changes seats. */
export type SeatsWrite = {
  write: Write;
  settings: Settings;
  actor: Actor;
  /** Asks what else must be known behind the lock, together with the count. */
  meanwhile?: () => Promise<void>;
};

/** How many seats are held, and how many enrolments wait. */
type Counted = { occupied: number; waiting: number };

/** The seats of one locked course, counted after the lock and kept right with every change of this write. */
export type Seats = SeatsWrite & Counted & { course: CourseRow };

export type AnySeats = Seats | EventSeats;

/** The rules of seats, for courses and events alike. */
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

/** The offering of an enrolment: exactly one of the two. */
export type OfferingRef = { courseId: string } | { eventId: string };

const eventOfferHours = 48;

/** The rules of the seats that are locked. Read again each time, since a write may change them. */
export function offeringOf(seats: { course: CourseRow } | { event: EventRow }): Offering {
  if ('course' in seats) return seats.course;
  const { hasWaitlist, ...row } = seats.event;
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

/** Which course or event the seats belong to. */
export function refOf(seats: { course: CourseRow } | { event: EventRow }): OfferingRef {
  return 'course' in seats ? { courseId: seats.course.id } : { eventId: seats.event.id };
}

/** What an enrolment is for. */
export function refOfRow({ courseId, eventId }: Pick<EnrolmentRow, 'courseId' | 'eventId'>): OfferingRef {
  return courseId ? { courseId } : { eventId: eventId ?? '' };
}

/** The id behind a reference; people wait in line for it. */
export function idOf(ref: OfferingRef): string {
  return 'courseId' in ref ? ref.courseId : ref.eventId;
}

/** The enrolments of a course or an event. */
export function ofOffering(ref: OfferingRef): SQL {
  return 'courseId' in ref ? eq(enrolment.courseId, ref.courseId) : eq(enrolment.eventId, ref.eventId);
}

/** Free seats; null where there is no limit. Below 0 where staff set fewer seats than are taken. */
export function freeSeats(seats: ({ course: CourseRow } | { event: EventRow }) & Pick<Counted, 'occupied'>): number | null {
  const { placesMax, placesReserved } = offeringOf(seats);
  return placesMax === null ? null : placesMax - placesReserved - seats.occupied;
}

/** How long an address that is not yet confirmed keeps its seat. */
const holdMs = 30 * 60 * 1000;

/** Until when an unconfirmed address holds its seat. */
export function holdEnd(registeredAt: Date): Date {
  return new Date(registeredAt.getTime() + holdMs);
}

/**
 * The state as far as it counts; `countColumns` says the same to the database, and a test holds the two together. An
 * unconfirmed address counts while it holds a seat: not once its time is over, and not when there was none to hold, which
 * its rank in the waiting list tells.
 */
export function countedState(
  row: Pick<EnrolmentRow, 'state' | 'holdExpiresAt' | 'queueRank' | 'leavesOn' | 'undoState' | 'undoUntil'>,
): EnrolmentState | undefined {
  // A seat that was left by mistake is still theirs for a moment.
  if (enrolmentSets.left.includes(row.state)) return keptState(row);
  if (enrolmentSets.holding.includes(row.state) && row.leavesOn !== null && row.leavesOn < today()) return undefined;
  const holdsNothing = row.queueRank !== null || row.holdExpiresAt === null || row.holdExpiresAt <= now();
  return row.state === 'unverified' && holdsNothing ? undefined : row.state;
}

/** Whether a seat that was given up a moment ago still counts for the person who had it. */
export function isKept(row: EnrolmentRow): boolean {
  return enrolmentSets.left.includes(row.state) && keptState(row) !== undefined;
}

/** The state that a cancelled seat still counts as while the cancellation can be undone. */
function keptState({ undoState, undoUntil }: Pick<EnrolmentRow, 'undoState' | 'undoUntil'>): EnrolmentState | undefined {
  if (undoState === null || undoUntil === null || undoUntil <= now()) return undefined;
  return enrolmentSets.holding.includes(undoState) ? undoState : undefined;
}

/** Keeps the count of this write right when an enrolment goes from one state to another; undefined stands for "not there". */
export function recount(seats: Counted, from: EnrolmentState | undefined, to: EnrolmentState | undefined): void {
  const holds = (state: EnrolmentState | undefined) => state !== undefined && enrolmentSets.occupying.includes(state);
  seats.occupied += Number(holds(to)) - Number(holds(from));
  seats.waiting += Number(to === 'waitlisted') - Number(from === 'waitlisted');
}
