import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { BookingState } from '#shared/halls/bookingStates.ts';
import { inAllClubs, type Write } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { releaseWithoutMail, notifyOfReleased } from '../bookings/hours.ts';
import { claim, releaseUnits, lockFacilities, type BookingRow } from '../bookings/occupancy.ts';
import { recordBooking } from '../bookings/record.ts';
import { booking } from '../bookings/table.ts';
import { readFacility, type FacilityRow } from '../facilities/service.ts';

/** The hours, the check of the viewer's right to them, and the contact if they act without an account. */
export type Many = { ids: readonly string[]; isTheirs: (row: BookingRow) => boolean; by?: Actor | undefined };

/** Releases hours to others; begun and unconfirmed ones are skipped. Each club gets one email per hall. Returns the number. */
export async function releaseMany(settings: Settings, write: Write, many: Many): Promise<number> {
  return forEachHall(write, many, ['approved'], async (facility, rows) => {
    for (const row of rows) {
      const after = await releaseWithoutMail(write, row, facility);
      recordBooking(write, facility, after, 'bookings.cancel', 'Stunde freigegeben', undefined, many.by);
    }
    for (const ofOne of Map.groupBy(rows, ({ club, holder }) => holder || club).values())
      await notifyOfReleased(settings, write.tx, facility, ofOne);
    return rows.length;
  });
}

/** Reclaims released hours; taken ones are skipped. Returns the number. */
export async function reclaimMany(write: Write, many: Many): Promise<number> {
  const { tx } = write;
  return forEachHall(write, many, ['released'], async (facility, rows) => {
    const { bufferMinutes } = facility;
    await releaseUnits(
      tx,
      rows.map(({ id }) => id),
    );
    const refused = await claim(
      tx,
      rows.map((row) => ({ ...row, isBlocking: true })),
      bufferMinutes,
    );
    const lost = rows.filter(({ id }) => refused.has(id));
    // Hours that stay released remain in the plan as before.
    await claim(
      tx,
      lost.map((row) => ({ ...row, isBlocking: false })),
      bufferMinutes,
    );
    const kept = rows.filter(({ id }) => !refused.has(id));
    for (const { id } of kept) {
      const [after] = await tx
        .update(booking)
        .set({ state: 'approved', releasedAt: null, version: sql`${booking.version} + 1` })
        .where(eq(booking.id, id))
        .returning();
      if (after) recordBooking(write, facility, after, 'bookings.cancel', 'Freigabe zurückgenommen', undefined, many.by);
    }
    return kept.length;
  });
}

/** Runs `work` for the hours in some states by hall, with all halls locked together; throws 404 if one does not belong to the caller. */
export async function forEachHall(
  { tx }: Write,
  { ids, isTheirs }: Many,
  states: readonly BookingState[],
  work: (facility: FacilityRow, rows: BookingRow[]) => Promise<number>,
): Promise<number> {
  const wanted = [...new Set(ids)];
  const found = await inAllClubs(tx, () => tx.select().from(booking).where(inArray(booking.id, wanted)));
  if (found.length < wanted.length || !found.every(isTheirs)) throw new Problem('not-found');
  await lockFacilities(
    tx,
    found.map(({ facilityId }) => facilityId),
  );
  const rows = await tx
    .select()
    .from(booking)
    .where(and(inArray(booking.id, wanted), inArray(booking.state, [...states]), gt(booking.startsAt, now())))
    .orderBy(asc(booking.startsAt), asc(booking.id));
  let changed = 0;
  for (const [facilityId, ofHall] of Map.groupBy(rows, (row) => row.facilityId))
    changed += await work(await readFacility(tx, facilityId), ofHall);
  return changed;
}
