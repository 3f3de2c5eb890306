import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, ne, notInArray, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { readFacility, readUnits } from '../facilities/service.ts';
import { claim, releaseUnits, findOverlaps, type BookingRow, type Claim } from './occupancy.ts';
import { buildOccupiedProblem } from './place.ts';
import type { Onlooker } from './view.ts';
import { purposeOf } from './purpose.ts';
import { booking, occupancy } from './table.ts';

/**
 * Requests another time for approved bookings without giving up the current one. `moved` are the bookings with the new times. Their version
 * is incremented, so that a concurrent request of a colleague is detected.
 */
export async function requestMoves(tx: Transaction, viewer: Viewer, moved: readonly BookingRow[]): Promise<BookingRow[]> {
  const [first] = moved;
  if (!first) return [];
  const ids = moved.map(({ id }) => id);
  await withdrawMoves(tx, ids);
  await tx
    .update(booking)
    // The purpose needs no approval: it changes immediately.
    .set({ ...purposeOf(first), version: sql`${booking.version} + 1` })
    .where(inArray(booking.id, ids));
  const fresh = { state: 'requested' as const, reason: '', offer: null, releasedAt: null, takenOverFrom: null, displacedBy: null };
  const own = { createdBy: viewer.userId, createdAt: now(), version: 1 };
  return tx
    .insert(booking)
    .values(moved.map((one) => ({ ...one, ...fresh, ...own, id: randomUUID(), replacesId: one.id })))
    .returning();
}

/** Withdraws the move requests of these bookings, which are given up or requested again. */
export async function withdrawMoves(tx: Transaction, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  const gone = await tx
    .update(booking)
    .set({ state: 'withdrawn', offer: null, version: sql`${booking.version} + 1` })
    .where(and(inArray(booking.replacesId, [...bookingIds]), inArray(booking.state, bookingSets.waiting)))
    .returning({ id: booking.id });
  await releaseUnits(
    tx,
    gone.map(({ id }) => id),
  );
}

/** The bookings that requests would move, by request; without cancelled, displaced and begun ones. */
export async function movedBy(tx: Transaction, requests: readonly BookingRow[]): Promise<Map<string, BookingRow>> {
  const ids = requests.flatMap(({ replacesId }) => replacesId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await inAllClubs(tx, () =>
    tx
      .select()
      .from(booking)
      .where(and(inArray(booking.id, ids), eq(booking.state, 'approved'), gt(booking.startsAt, now()))),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    requests.flatMap(({ id, replacesId }) => {
      const had = byId.get(replacesId ?? '');
      return had ? [[id, had] as const] : [];
    }),
  );
}

/** Reclaims the old times that were released for a move whose new place turned out to be taken. */
export async function keepPlaces(tx: Transaction, viewer: Onlooker, had: readonly BookingRow[]): Promise<void> {
  for (const [facilityId, rows] of Map.groupBy(had, (one) => one.facilityId)) {
    const { bufferMinutes } = await readFacility(tx, facilityId);
    const claims = rows.map((one): Claim => ({ ...one, isBlocking: true }));
    const refused = await claim(tx, claims, bufferMinutes);
    const lost = claims.filter(({ id }) => refused.has(id));
    // Another date of the same request has taken the time: the whole request is rejected, so that no date loses its hour.
    if (lost.length > 0) throw buildOccupiedProblem(viewer, await findOverlaps(tx, lost, bufferMinutes), await readUnits(tx, [facilityId]));
  }
}

/** A moved booking, and the hall that it left. */
export type Moved = { row: BookingRow; left: string };

/** Moves the bookings to the approved places of their requests. A booking keeps its history and course session; the request is deleted. */
export async function movePlaces(tx: Transaction, promised: readonly { request: BookingRow; had: BookingRow }[]): Promise<Moved[]> {
  if (promised.length === 0) return [];
  return inAllClubs(tx, async () => {
    for (const { request, had } of promised)
      await tx.update(occupancy).set({ bookingId: had.id }).where(eq(occupancy.bookingId, request.id));
    await tx.delete(booking).where(
      inArray(
        booking.id,
        promised.map(({ request }) => request.id),
      ),
    );
    const moved: Moved[] = [];
    for (const { request, had } of promised) {
      const { facilityId, unitIds, localDate, startsAt, endsAt } = request;
      const [after] = await tx
        .update(booking)
        .set({
          facilityId,
          unitIds,
          localDate,
          startsAt,
          endsAt,
          seriesId: request.seriesId ?? (await ownSeries(tx, had, localDate)),
          version: sql`${booking.version} + 1`,
        })
        .where(eq(booking.id, had.id))
        .returning();
      if (after) moved.push({ row: after, left: had.facilityId });
    }
    return moved;
  });
}

/** The series of a date that moves alone; null if the series has another date on that day. */
async function ownSeries(tx: Transaction, { id, seriesId }: BookingRow, localDate: string): Promise<string | null> {
  if (seriesId === null) return null;
  const [there] = await tx
    .select({ id: booking.id })
    .from(booking)
    .where(
      and(
        eq(booking.seriesId, seriesId),
        eq(booking.localDate, localDate),
        ne(booking.id, id),
        notInArray(booking.state, [...bookingSets.gone]),
      ),
    )
    .limit(1);
  return there ? null : seriesId;
}
