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

/** The author of a seat change: a signed-in user, or the system. */
export type Actor = { userId?: string | undefined; name: string };

/** The context of every write that changes seats. */
export type SeatsWrite = {
  write: Write;
  settings: Settings;
  actor: Actor;
  /** Reads further data concurrently with the count, behind the lock. */
  meanwhile?: () => Promise<void>;
};

/** The number of held seats and of waiting enrolments. */
type Counted = { occupied: number; waiting: number };

/** The seats of a locked course: counted after the lock, and updated with each change of this write. */
export type Seats = SeatsWrite & Counted & { course: CourseRow };

export type AnySeats = Seats | EventSeats;

/** The seat rules that courses and events have in common. */
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

/** A reference to the offering of an enrolment: either a course or an event. */
export type OfferingRef = { courseId: string } | { eventId: string };

const eventOfferHours = 48;

/** The seat rules of the locked row. Computed on each call, because the write may change the row. */
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

/** The reference to the locked course or event. */
export function refOf(seats: { course: CourseRow } | { event: EventRow }): OfferingRef {
  return 'course' in seats ? { courseId: seats.course.id } : { eventId: seats.event.id };
}

/** The reference to the offering of an enrolment row. */
export function refOfRow({ courseId, eventId }: Pick<EnrolmentRow, 'courseId' | 'eventId'>): OfferingRef {
  return courseId ? { courseId } : { eventId: eventId ?? '' };
}

/** The id behind a reference; also the key of the queue in `inLine`. */
export function idOf(ref: OfferingRef): string {
  return 'courseId' in ref ? ref.courseId : ref.eventId;
}

/** SQL condition: enrolments of a course or event. */
export function ofOffering(ref: OfferingRef): SQL {
  return 'courseId' in ref ? eq(enrolment.courseId, ref.courseId) : eq(enrolment.eventId, ref.eventId);
}

/** Free seats; null if unlimited. Negative if staff reduced the seats below the number taken. */
export function freeSeats(seats: ({ course: CourseRow } | { event: EventRow }) & Pick<Counted, 'occupied'>): number | null {
  const { placesMax, placesReserved } = offeringOf(seats);
  return placesMax === null ? null : placesMax - placesReserved - seats.occupied;
}

/** How long an unconfirmed address holds a seat. */
const holdMs = 30 * 60 * 1000;

/** When the hold of an unconfirmed address ends. */
export function holdEnd(registeredAt: Date): Date {
  return new Date(registeredAt.getTime() + holdMs);
}

/**
 * The state that counts for seats, undefined if the row does not count; a test keeps it in line with `countColumns`. An unconfirmed address
 * counts while its hold lasts, unless it has a rank in the waiting list, i.e. holds no seat.
 */
export function countedState(
  row: Pick<EnrolmentRow, 'state' | 'holdExpiresAt' | 'queueRank' | 'leavesOn' | 'undoState' | 'undoUntil'>,
): EnrolmentState | undefined {
  // A cancelled seat still belongs to its owner while the cancellation can be undone.
  if (enrolmentSets.left.includes(row.state)) return keptState(row);
  if (enrolmentSets.holding.includes(row.state) && row.leavesOn !== null && row.leavesOn < today()) return undefined;
  const holdsNothing = row.queueRank !== null || row.holdExpiresAt === null || row.holdExpiresAt <= now();
  return row.state === 'unverified' && holdsNothing ? undefined : row.state;
}

/** Whether a seat that was just given up is still kept for its owner. */
export function isKept(row: EnrolmentRow): boolean {
  return enrolmentSets.left.includes(row.state) && keptState(row) !== undefined;
}

/** The state that a cancelled seat counts as while the cancellation can be undone. */
function keptState({ undoState, undoUntil }: Pick<EnrolmentRow, 'undoState' | 'undoUntil'>): EnrolmentState | undefined {
  if (undoState === null || undoUntil === null || undoUntil <= now()) return undefined;
  return enrolmentSets.holding.includes(undoState) ? undoState : undefined;
}

/** Updates the counts of this write for a state change of one enrolment; undefined means that it does not count. */
export function recount(seats: Counted, from: EnrolmentState | undefined, to: EnrolmentState | undefined): void {
  const holds = (state: EnrolmentState | undefined) => state !== undefined && enrolmentSets.occupying.includes(state);
  seats.occupied += Number(holds(to)) - Number(holds(from));
  seats.waiting += Number(to === 'waitlisted') - Number(from === 'waitlisted');
}
