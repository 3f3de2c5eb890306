import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { may } from '#shared/kernel/rights.ts';
import type { BookingState } from '#shared/halls/bookingStates.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { allow, signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { FacilityRow } from '../facilities/service.ts';
import { holderFor, type Holder } from '../organisations/service.ts';
import type { BookingRow } from './occupancy.ts';

type Managed = Pick<FacilityRow, 'managerClub' | 'ownerKind'>;
type Owned = Pick<BookingRow, 'club' | 'createdBy'>;

/** Whether a viewer decides on a facility: the board of the club that manages it. */
export function mayDecide({ role, club }: Pick<Viewer, 'role' | 'club'>, facility: Managed): boolean {
  return may({ role }, 'bookings.confirm', facilityTarget(club, facility)) !== undefined;
}

/** The initial state of a new booking: approved if no approval is needed or the viewer decides themselves. */
export function firstState(viewer: Pick<Viewer, 'role' | 'club'>, facility: Managed & Pick<FacilityRow, 'needsApproval'>): BookingState {
  return mayDecide(viewer, facility) || !facility.needsApproval ? 'approved' : 'requested';
}

/** Whether a viewer may book or request a facility at all. */
export function mayBook({ role, club }: { role: Role; club: Viewer['club'] }, facility: Managed): boolean {
  const target = facilityTarget(club, facility);
  return may({ role }, target === 'municipal' ? 'bookings.request' : 'bookings.create', target) !== undefined;
}

/** Throws for viewers who may not book here: 404 for another club's own facility, 403 otherwise. */
export function allowBooking(context: Context, facility: Managed): void {
  const viewer = signedIn(context);
  if (mayBook(viewer, facility)) return;
  throw new Problem(facilityTarget(viewer.club, facility) === 'other' ? 'not-found' : 'forbidden');
}

/** Whether a viewer may change or release a booking: an editor their own, the board all of its club. */
export function isTheirs({ role, club, userId }: Viewer, booking: Owned, permission: 'bookings.update' | 'bookings.cancel'): boolean {
  if (booking.club !== club) return may({ role }, permission, 'other') !== undefined;
  return (
    may({ role }, permission, 'club') !== undefined || (booking.createdBy === userId && may({ role }, permission, 'self') !== undefined)
  );
}

/** Throws for viewers who may not change a booking: 404 for another club's, 403 for a colleague's. */
export function requireOwnBooking(context: Context, booking: Owned, permission: 'bookings.update' | 'bookings.cancel'): void {
  const viewer = signedIn(context);
  if (isTheirs(viewer, booking, permission)) return;
  throw new Problem(booking.club === viewer.club ? 'forbidden' : 'not-found');
}

/** Throws for viewers who do not decide on a facility. */
export function allowDecision(context: Context, facility: Managed): void {
  allow(context, 'bookings.confirm', facilityTarget(signedIn(context).club, facility));
}

/** The club that holds the hour; null for an organisation without an account. */
export function clubOf({ club, organisationId }: Pick<BookingRow, 'club' | 'organisationId'>): ClubName | null {
  return organisationId === null ? club : null;
}

/** The holder of a new booking: the club itself, or an organisation if the viewer decides on the facility. */
export async function bookedFor(
  tx: Transaction,
  viewer: Pick<Viewer, 'role' | 'club'>,
  facility: Managed,
  organisationId: string | null,
): Promise<Holder> {
  if (organisationId === null) return { club: viewer.club, organisationId, holder: '' };
  if (!mayDecide(viewer, facility)) throw new Problem('forbidden');
  return holderFor(tx, facility.managerClub, organisationId);
}
