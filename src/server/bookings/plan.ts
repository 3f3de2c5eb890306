import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { BookingView } from '#shared/bookings.ts';
import { plannedStates } from '#shared/bookingStates.ts';
import { addDays, instantOf, type LocalDate } from '#shared/calendar.ts';
import { dayRulesByFacility } from '../calendar/service.ts';
import { closingReasons, type FacilityRow } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { now } from '../platform/clock.ts';
import { signedIn, type Context, type Viewer } from '../platform/context.ts';
import type { Transaction } from '../platform/database.ts';
import { conflictView } from './place.ts';
import { isHis, mayDecide } from './rights.ts';
import { inTheWay, type BookingRow } from './service.ts';
import { booking } from './table.ts';
import { isInPlan, toBookingView } from './view.ts';

/** The occupancy plan of some days: what stands at the facilities that somebody may look at, and when they are closed. */
export async function readPlan(
  context: Context,
  tx: Transaction,
  { from, to, facility: id }: { from: LocalDate; to: LocalDate; facility?: string | undefined },
) {
  const viewer = signedIn(context);
  const facilities = await readFacilities(tx, id);
  const rows = await tx
    .select()
    .from(booking)
    .where(
      and(
        inArray(
          booking.facilityId,
          facilities.map((one) => one.id),
        ),
        lt(booking.startsAt, instantOf(addDays(to, 1), '00:00')),
        gt(booking.startsAt, instantOf(addDays(from, -1), '00:00')),
        gt(booking.endsAt, instantOf(from, '00:00')),
        inArray(booking.state, [...plannedStates]),
      ),
    )
    .orderBy(asc(booking.startsAt), asc(booking.id))
    .limit(5000);
  return { bookings: views(viewer, rows, facilities), pauses: await pausesOf(tx, facilities, from, to) };
}

/** Bookings and requests of one's own: a board's all of its club, an editor's those that he made. */
export async function readMine(
  context: Context,
  tx: Transaction,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<BookingView[]> {
  const viewer = signedIn(context);
  const rows = await tx
    .select()
    .from(booking)
    .where(
      and(
        eq(booking.club, viewer.club),
        lt(booking.startsAt, instantOf(addDays(to, 1), '00:00')),
        gt(booking.endsAt, instantOf(from, '00:00')),
      ),
    )
    .orderBy(asc(booking.startsAt), asc(booking.id))
    .limit(2000);
  const facilities = await readFacilities(tx, undefined);
  return views(
    viewer,
    rows.filter((row) => isHis(viewer, row, 'bookings.update')),
    facilities,
  );
}

/** The requests that wait for somebody's decision, the soonest first, each with what is in its way. */
export async function readWaiting(context: Context, tx: Transaction) {
  const viewer = signedIn(context);
  const facilities = (await readFacilities(tx, undefined)).filter((one) => mayDecide(viewer, one));
  if (facilities.length === 0) return [];
  const rows = await tx
    .select()
    .from(booking)
    .where(
      and(
        inArray(
          booking.facilityId,
          facilities.map(({ id }) => id),
        ),
        inArray(booking.state, ['requested', 'counter_offered']),
        gt(booking.startsAt, now()),
      ),
    )
    .orderBy(asc(booking.priority), asc(booking.startsAt), asc(booking.id))
    .limit(500);
  const taken = await inTheWay(
    tx,
    rows.map((row) => ({ ...row, isBlocking: true })),
    0,
  );
  return views(viewer, rows, facilities).map((view) => ({
    ...view,
    conflicts: taken.filter(({ claimId }) => claimId === view.id).map((one) => conflictView(viewer, one)),
  }));
}

async function readFacilities(tx: Transaction, id: string | undefined): Promise<FacilityRow[]> {
  return tx
    .select()
    .from(facility)
    .where(id ? eq(facility.id, id) : undefined)
    .orderBy(asc(facility.name))
    .limit(500);
}

function views(viewer: Viewer, rows: readonly BookingRow[], facilities: readonly FacilityRow[]): BookingView[] {
  const places = new Map(facilities.map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const place = places.get(row.facilityId);
    return place && isInPlan(viewer, row, place) ? [toBookingView(viewer, row, place)] : [];
  });
}

async function pausesOf(tx: Transaction, facilities: readonly FacilityRow[], from: LocalDate, to: LocalDate) {
  const pauses = [];
  const rulesOf = await dayRulesByFacility(
    tx,
    from,
    to,
    facilities.map(({ id }) => id),
  );
  for (const one of facilities) {
    const rules = rulesOf.get(one.id) ?? [];
    for (const [date, reason] of closingReasons(one, rules, from, to)) pauses.push({ facilityId: one.id, date, reason });
  }
  return pauses;
}
