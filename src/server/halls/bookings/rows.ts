import { and, asc, eq, gte, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { Rival } from '#shared/halls/bookings.ts';
import { bookingSets, type BookingState } from '#shared/halls/bookingStates.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { readFacility, type FacilityRow } from '../facilities/service.ts';
import { lockFacilities, type BookingRow } from './occupancy.ts';
import { booking } from './table.ts';
import { isInPlan } from './view.ts';

export type Scope = 'one' | 'following' | 'all';

/**
 * A booking with its facility, after every facility that the write affects is locked at once and so in a fixed order: its own, those of the
 * other dates in its scope, those of counter-offers, those that a move would leave, and `also`. Throws 404 for bookings outside of the
 * viewer's plan.
 */
export async function lockBooking(
  tx: Transaction,
  viewer: Viewer,
  { id, scope = 'one', also = [] }: { id: string; scope?: Scope; also?: readonly string[] },
): Promise<Locked> {
  const found = await readBooking(tx, id);
  const facility = await readFacility(tx, found.facilityId);
  if (!isInPlan(viewer, found, facility)) throw new Problem('not-found');
  return lockFound(tx, found, facility, scope, also);
}

/** Like `lockBooking`, for a booking of an organisation, in whose name somebody acts; throws 404 for that of another one. */
export async function lockBookingOf(tx: Transaction, organisationId: string, { id, scope }: { id: string; scope: Scope }): Promise<Locked> {
  const found = await readBooking(tx, id);
  if (found.organisationId !== organisationId) throw new Problem('not-found');
  return lockFound(tx, found, await readFacility(tx, found.facilityId), scope, []);
}

type Locked = { row: BookingRow; facility: FacilityRow };

async function readBooking(tx: Transaction, id: string): Promise<BookingRow> {
  const [row] = await inAllClubs(tx, () => tx.select().from(booking).where(eq(booking.id, id)));
  if (!row) throw new Problem('not-found');
  return row;
}

async function lockFound(
  tx: Transaction,
  found: BookingRow,
  facility: FacilityRow,
  scope: Scope,
  also: readonly string[],
): Promise<Locked> {
  const others = scope === 'one' || found.seriesId === null ? [] : await comingDates(tx, found.seriesId);
  const dates = [found, ...others];
  const touched = dates.flatMap(({ facilityId, offer }) => [facilityId, ...(offer ? [offer.facilityId] : [])]);
  await lockFacilities(tx, [...touched, ...(await placesLeft(tx, dates)), ...also]);
  return { row: await readBooking(tx, found.id), facility };
}

/** The dates that a write affects: only this one, this and the later ones of its series, or all future ones. */
export async function datesOf(tx: Transaction, row: BookingRow, scope: Scope, states: readonly BookingState[]): Promise<BookingRow[]> {
  if (scope === 'one' || row.seriesId === null) return states.includes(row.state) ? [row] : [];
  const later = scope === 'following' ? gte(booking.startsAt, row.startsAt) : undefined;
  return inAllClubs(tx, () =>
    tx
      .select()
      .from(booking)
      .where(and(eq(booking.seriesId, row.seriesId ?? ''), inArray(booking.state, [...states]), gt(booking.startsAt, now()), later))
      .orderBy(asc(booking.startsAt))
      .limit(600),
  );
}

/** The places and counter-offers of a series' future dates. */
async function comingDates(tx: Transaction, seriesId: string): Promise<Pick<BookingRow, 'facilityId' | 'offer' | 'replacesId'>[]> {
  return inAllClubs(tx, () =>
    tx
      .select({ facilityId: booking.facilityId, offer: booking.offer, replacesId: booking.replacesId })
      .from(booking)
      .where(and(eq(booking.seriesId, seriesId), gt(booking.startsAt, now())))
      .limit(600),
  );
}

/** The facilities of the bookings that requests would move. */
async function placesLeft(tx: Transaction, requests: readonly Pick<BookingRow, 'replacesId'>[]): Promise<string[]> {
  const ids = requests.flatMap(({ replacesId }) => replacesId ?? []);
  if (ids.length === 0) return [];
  const rows = await inAllClubs(tx, () =>
    tx.selectDistinct({ facilityId: booking.facilityId }).from(booking).where(inArray(booking.id, ids)),
  );
  return rows.map(({ facilityId }) => facilityId);
}

/** Throws for begun bookings: they can no longer change. */
export function refuseBegun(row: BookingRow): void {
  if (row.startsAt <= now()) throw new Problem('not-offered', { fields: [{ path: 'date', message: 'Dieser Termin hat schon begonnen.' }] });
}

/** The dates of a series at one hall are one request. */
export const request = sql`coalesce(${booking.seriesId}, ${booking.id})`;

/** The condition for pending requests for a unit of the same hall at the time of one of these dates, except their own request. */
export function isCompetingRequest(dates: readonly BookingRow[]): SQL | undefined {
  const ids = sql.join(
    dates.map(({ id }) => sql`${id}::uuid`),
    sql`, `,
  );
  return and(
    inArray(booking.state, bookingSets.waiting),
    gt(booking.startsAt, now()),
    sql`${request} not in (select coalesce(own.series_id, own.id) from ${booking} own where own.id in (${ids}))`,
    sql`exists (select 1 from ${booking} own where own.id in (${ids}) and own.facility_id = ${booking.facilityId}
      and own.starts_at < ${booking.endsAt} and own.ends_at > ${booking.startsAt} and own.unit_ids && ${booking.unitIds})`,
  );
}

/** The requests that lose to confirmed dates, each with its next date. */
export async function rivalsOf(tx: Transaction, promised: readonly BookingRow[]): Promise<Rival[]> {
  if (promised.length === 0) return [];
  const rows = await inAllClubs(tx, () =>
    tx
      .selectDistinctOn([request], {
        id: booking.id,
        holder: sql<string>`coalesce(nullif(${booking.holder}, ''), ${booking.club})`,
        seriesId: booking.seriesId,
      })
      .from(booking)
      .where(isCompetingRequest(promised))
      .orderBy(request, asc(booking.startsAt)),
  );
  return rows.map(({ seriesId, ...one }) => ({ ...one, isSeries: seriesId !== null }));
}
