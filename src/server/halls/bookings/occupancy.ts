import { inArray, sql } from 'drizzle-orm';
import type { BookingState } from '#shared/halls/bookingStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { facility } from '../facilities/table.ts';
import { occupancy, type booking } from './table.ts';

export type BookingRow = typeof booking.$inferSelect;

/** A taken time: the facts for a rejected request. */
export type Taken = {
  bookingId: string;
  club: ClubName;
  holder: string;
  title: string;
  seriesId: string | null;
  unitId: string;
  startsAt: Date;
  endsAt: Date;
  state: BookingState;
};

/** How a booking occupies its units: `isBlocking` excludes others; otherwise the request only appears in the plan. */
export type Claim = { id: string; unitIds: readonly string[]; startsAt: Date; endsAt: Date; isBlocking: boolean };

/**
 * Locks the occupancy of these facilities until the transaction ends, always in the same order: without the lock the exclusion constraint
 * still holds, but concurrent writes end in deadlocks.
 */
export async function lockFacilities(tx: Transaction, facilityIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(facilityIds)].toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 20261124))`);
}

/** Locks every facility, for a change of the calendar that may affect any of them. */
export async function lockAllFacilities(tx: Transaction): Promise<void> {
  const rows = await tx.select({ id: facility.id }).from(facility).limit(1000);
  await lockFacilities(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Claims the units for existing bookings; returns the ids of those that found a unit taken and now have none. */
export async function claim(tx: Transaction, claims: readonly Claim[], bufferMinutes: number): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const wanted = claims.map(({ id, unitIds, startsAt, endsAt, isBlocking }) => ({
    id,
    units: unitIds,
    from: startsAt,
    to: new Date(endsAt.getTime() + bufferMinutes * 60_000),
    blocking: isBlocking,
  }));
  const { rows } = await tx.execute<{ occupy: string }>(sql`select occupy(${JSON.stringify(wanted)}::jsonb)`);
  return new Set(rows.map((row) => row.occupy));
}

/** Releases the units of bookings. */
export async function releaseUnits(tx: Transaction, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length > 0) await tx.delete(occupancy).where(inArray(occupancy.bookingId, [...bookingIds]));
}

/**
 * Bookings that overlap the claimed times, soonest first. Reads all clubs: the caller hides what is private. The booking that a claim would
 * move does not count.
 */
export async function findOverlaps(
  tx: Transaction,
  claims: readonly Claim[],
  bufferMinutes: number,
): Promise<(Taken & { claimId: string })[]> {
  if (claims.length === 0) return [];
  // Each unit and time is looked up in the index: joined, the planner would read the occupancy of all halls and years.
  const wanted = claims.flatMap(({ id, unitIds, startsAt, endsAt }) =>
    unitIds.map((unit) => ({ id, unit, from: startsAt, to: new Date(endsAt.getTime() + bufferMinutes * 60_000) })),
  );
  const { rows } = await inAllClubs(tx, () =>
    tx.execute<{
      claim_id: string;
      booking_id: string;
      club: ClubName;
      holder: string;
      title: string;
      series_id: string | null;
      unit_id: string;
      starts_at: Date;
      ends_at: Date;
      state: BookingState;
    }>(
      sql`select w.id as claim_id, b.*
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(id uuid, unit uuid, "from" timestamptz, "to" timestamptz)
        cross join lateral (
          select b.id as booking_id, b.club, b.holder, b.title, b.series_id, o.unit_id, b.starts_at, b.ends_at, b.state
          from occupancy o join booking b on b.id = o.booking_id and b.id <> w.id
          where o.unit_id = w.unit and o.during && tstzrange(w."from", w."to") and o.blocking
            and not exists (select from booking own where own.id = w.id and own.replaces_id = b.id)
          offset 0) b
        order by b.starts_at, b.booking_id, b.unit_id limit 10000`,
    ),
  );
  return rows.map((row) => ({
    claimId: row.claim_id,
    bookingId: row.booking_id,
    club: row.club,
    holder: row.holder || row.club,
    title: row.title,
    seriesId: row.series_id,
    unitId: row.unit_id,
    startsAt: new Date(row.starts_at),
    endsAt: new Date(row.ends_at),
    state: row.state,
  }));
}
