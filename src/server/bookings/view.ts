import { may } from '#shared/access.ts';
import type { BookingView } from '#shared/bookings.ts';
import { blockingStates } from '#shared/bookingStates.ts';
import { facilityTarget } from '#shared/facilities.ts';
import { now } from '../platform/clock.ts';
import type { Viewer } from '../platform/context.ts';
import type { FacilityRow } from '../facilities/service.ts';
import { isHis, mayBook, mayDecide } from './rights.ts';
import type { BookingRow } from './service.ts';

type Deeds = BookingView['may'];

/** Whether somebody sees the title and the contact of a booking: his own club's, and a super all. */
export function seesPurpose({ role, club }: Pick<Viewer, 'role' | 'club'>, booking: Pick<BookingRow, 'club'>): boolean {
  return booking.club === club || may({ role }, 'bookings.read', 'other') === 'all';
}

/**
 * A booking as far as somebody may see it. Of other clubs: club, place, time. Those who decide see besides what the
 * priority follows from (kind, age group, number, message), never the title or a person.
 */
export function toBookingView(viewer: Viewer, row: BookingRow, facility: FacilityRow): BookingView {
  const isFull = seesPurpose(viewer, row);
  const isJudge = isFull || mayDecide(viewer, facility);
  return {
    id: row.id,
    seriesId: isJudge ? row.seriesId : null,
    club: row.club,
    facilityId: row.facilityId,
    unitIds: row.unitIds,
    date: row.localDate,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    state: row.state,
    title: isFull ? row.title : null,
    kind: isJudge ? row.kind : null,
    ageGroup: isJudge ? row.ageGroup : null,
    expectedParticipants: isJudge ? row.expectedParticipants : null,
    priority: isJudge ? row.priority : null,
    message: isJudge ? row.message : null,
    contactPerson: isFull ? row.contactPerson : null,
    contactPhone: isFull ? row.contactPhone : null,
    reason: isJudge ? row.reason : null,
    offer: isJudge ? row.offer : null,
    may: deeds(viewer, row, facility),
    version: row.version,
  };
}

/** Whether a booking stands in somebody's plan at all. */
export function isInPlan(viewer: Viewer, row: Pick<BookingRow, 'club'>, facility: FacilityRow): boolean {
  return (
    row.club === viewer.club ||
    facilityTarget(viewer.club, facility) !== 'other' ||
    may({ role: viewer.role }, 'bookings.list', 'other') !== undefined
  );
}

function deeds(viewer: Viewer, row: BookingRow, facility: FacilityRow): Deeds {
  const isOwn = isHis(viewer, row, 'bookings.update');
  if (row.startsAt <= now()) return blockingStates.includes(row.state) && (isOwn || mayDecide(viewer, facility)) ? ['mark'] : [];
  const isOpen = row.state === 'requested' || row.state === 'counter_offered';
  return [
    isOwn && (row.state === 'approved' || row.state === 'requested') && ('change' as const),
    isOwn && row.state === 'approved' && ('cancel' as const),
    isOwn && row.state === 'approved' && ('release' as const),
    isOwn && row.state === 'released' && ('reclaim' as const),
    isOwn && isOpen && ('withdraw' as const),
    isOwn && row.state === 'counter_offered' && ('answer' as const),
    isOpen && mayDecide(viewer, facility) && ('decide' as const),
    row.state === 'released' && row.club !== viewer.club && mayBook(viewer, facility) && ('takeOver' as const),
  ].filter((deed) => deed !== false);
}
