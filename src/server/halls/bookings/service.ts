import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { openingsOn } from '#shared/halls/bookingRules.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { readOpenings } from '../facilities/service.ts';
import { booking, bookingSeries, occupancy } from './table.ts';

export { allotSeries, allottedDates, endOf, endSeriesBefore, isDisplaceable, findTakenDates, type Allotted } from './allot.ts';
export {
  requestTakenTime,
  asksFirst,
  bookFor,
  dateChanged,
  endBookingsOf,
  endDisplaced,
  reclaimFor,
  restoreApproved,
  releaseFor,
  type Booker,
  type SeriesRule,
} from './kept.ts';
export { claim, releaseUnits, findOverlaps, lockAllFacilities, lockFacilities, type BookingRow } from './occupancy.ts';
export { brokenBy, readPlace } from './place.ts';
export { bookingsOfDepartments, requireDepartment, type Purpose } from './purpose.ts';

/** Those of `unitIds` with current or future bookings. */
export async function futureBookings(tx: Transaction, unitIds: readonly string[]): Promise<Set<string>> {
  if (unitIds.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ unitId: occupancy.unitId })
    .from(occupancy)
    .where(and(inArray(occupancy.unitId, [...unitIds]), sql`upper(${occupancy.during}) > ${now()}`));
  return new Set(rows.map((row) => row.unitId));
}

/** The number of a facility's future bookings outside its current opening hours. */
export async function bookingsOutsideOpenings(tx: Transaction, facilityId: string): Promise<number> {
  const openings = await readOpenings(tx, [facilityId]);
  const rows = await tx
    .select({ startsAt: booking.startsAt, endsAt: booking.endsAt })
    .from(booking)
    .where(and(eq(booking.facilityId, facilityId), gt(booking.startsAt, now()), inArray(booking.state, bookingSets.blocking)))
    .limit(10_000);
  return rows.filter((row) => {
    const [from, to] = [localOf(row.startsAt), localOf(row.endsAt)];
    return !openingsOn({ openings }, from.date).some(({ opens, closes }) => opens <= from.time && to.time <= closes);
  }).length;
}

/** Updates the name of an organisation in its bookings. */
export async function renameHolder(tx: Transaction, organisationId: string, holder: string): Promise<void> {
  await tx.update(booking).set({ holder }).where(eq(booking.organisationId, organisationId));
  await tx.update(bookingSeries).set({ holder }).where(eq(bookingSeries.organisationId, organisationId));
}
