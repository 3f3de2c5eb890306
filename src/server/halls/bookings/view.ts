import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { may, type Target } from '#shared/kernel/rights.ts';
import type { BookingView } from '#shared/halls/bookings.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import type { FacilityRow } from '../facilities/service.ts';
import { mayBook, mayDecide } from './rights.ts';
import type { BookingRow } from './occupancy.ts';

type Actions = BookingView['may'];

/** A viewer of bookings; without an account they have neither role nor club. */
export type Onlooker = { role?: Role | undefined; club?: ClubName | undefined };

/** Whether a viewer sees the title and the contact of a booking: those of their own club; a super all. */
export function seesPurpose({ role, club }: Onlooker, booking: Pick<BookingRow, 'club'>): boolean {
  return booking.club === club || may({ role }, 'bookings.read', 'other') === 'all';
}

/** The rights of a viewer at one facility, computed once for all the bookings of a plan. */
export type Sight = {
  viewer: Viewer;
  decides: boolean;
  books: boolean;
  /** Whether the viewer's plan here contains the bookings of all clubs, or only those of their own. */
  isShared: boolean;
  seesAll: boolean;
  changes: { self: boolean; club: boolean; other: boolean };
  /** The possible actions by holder and state of a booking, cached since hundreds share them. */
  known: Map<string, Actions>;
};

/** The rights of a viewer at a facility. */
export function viewerRights(viewer: Viewer, facility: Pick<FacilityRow, 'managerClub' | 'ownerKind'>): Sight {
  const { role } = viewer;
  const changes = (target: Target) => may({ role }, 'bookings.update', target) !== undefined;
  return {
    viewer,
    decides: mayDecide(viewer, facility),
    books: mayBook(viewer, facility),
    isShared: facilityTarget(viewer.club, facility) !== 'other' || may({ role }, 'bookings.list', 'other') !== undefined,
    seesAll: may({ role }, 'bookings.read', 'other') === 'all',
    changes: { self: changes('self'), club: changes('club'), other: changes('other') },
    known: new Map(),
  };
}

/**
 * A booking as far as the viewer may see it. Of other clubs: club, hall, time. Those who decide also see what determines the priority
 * (kind, age group, number, message), but never the title or a person.
 */
export function toBookingView(viewer: Viewer, row: BookingRow, facility: FacilityRow): BookingView {
  const { startsAt, endsAt, unitIds, ...rest } = row;
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), hasBegun: startsAt <= now(), unitIds };
  return seenBooking(viewerRights(viewer, facility), rest, times);
}

/** A booking without its instants and units, which a plan of thousands of rows serialises once per distinct value. */
export type Untimed = Omit<BookingRow, 'startsAt' | 'endsAt' | 'unitIds'>;

/** Like `toBookingView`, for a row of a plan. */
export function seenBooking(
  sight: Sight,
  row: Untimed,
  { startsAt, endsAt, hasBegun, unitIds }: { startsAt: string; endsAt: string; hasBegun: boolean; unitIds: string[] },
): BookingView {
  const isFull = row.club === sight.viewer.club || sight.seesAll;
  const isJudge = isFull || sight.decides;
  return {
    id: row.id,
    seriesId: isJudge ? row.seriesId : null,
    club: row.club,
    holder: row.holder || row.club,
    facilityId: row.facilityId,
    unitIds,
    date: row.localDate,
    startsAt,
    endsAt,
    state: row.state,
    title: isFull ? row.title : null,
    kind: isJudge ? row.kind : null,
    ageGroup: isJudge ? row.ageGroup : null,
    expectedParticipants: isJudge ? row.expectedParticipants : null,
    priority: isJudge ? row.priority : null,
    message: isJudge ? row.message : null,
    contactPerson: isFull ? row.contactPerson : null,
    contactPhone: isFull ? row.contactPhone : null,
    departmentId: isFull ? row.departmentId : null,
    reason: isJudge ? row.reason : null,
    offer: isJudge ? row.offer : null,
    may: knownActions(sight, row, hasBegun),
    version: row.version,
  };
}

/** Whether a booking is in the viewer's plan at all. */
export function isInPlan(viewer: Viewer, row: Pick<BookingRow, 'club'>, facility: FacilityRow): boolean {
  return (
    row.club === viewer.club ||
    facilityTarget(viewer.club, facility) !== 'other' ||
    may({ role: viewer.role }, 'bookings.list', 'other') !== undefined
  );
}

function knownActions(sight: Sight, row: Untimed, hasBegun: boolean): Actions {
  const key = `${row.club} ${row.state} ${hasBegun} ${row.createdBy === sight.viewer.userId}`;
  const known = sight.known.get(key);
  if (known) return known;
  const fresh = actions(sight, row, hasBegun);
  sight.known.set(key, fresh);
  return fresh;
}

function actions({ viewer, decides, books, changes }: Sight, row: Untimed, hasBegun: boolean): Actions {
  const isOwn = row.club === viewer.club ? changes.club || (changes.self && row.createdBy === viewer.userId) : changes.other;
  if (!isOwn && !decides && !books) return [];
  if (hasBegun) return bookingSets.blocking.includes(row.state) && (isOwn || decides) ? ['mark'] : [];
  const isOpen = bookingSets.waiting.includes(row.state);
  return [
    isOwn && bookingSets.changeableAlone.includes(row.state) && ('change' as const),
    isOwn && bookingSets.cancellableAlone.includes(row.state) && ('cancel' as const),
    isOwn && row.state === 'approved' && ('release' as const),
    isOwn && row.state === 'released' && ('reclaim' as const),
    isOwn && isOpen && ('withdraw' as const),
    isOwn && row.state === 'counter_offered' && ('answer' as const),
    isOpen && decides && ('decide' as const),
    row.state === 'released' && row.club !== viewer.club && books && ('takeOver' as const),
  ].filter((action) => action !== false);
}
