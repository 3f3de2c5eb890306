import { and, asc, eq, gt, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { RequestedDate, RequestFilter } from '#shared/halls/bookingRequests.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { containing } from '#server/platform/database/columns.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import type { FacilityRow } from '../facilities/service.ts';
import { movedBy } from '../bookings/moves.ts';
import { conflictView } from '../bookings/place.ts';
import { mayDecide } from '../bookings/rights.ts';
import { isCompetingRequest, request } from '../bookings/rows.ts';
import { findOverlaps, type BookingRow } from '../bookings/service.ts';
import { booking, occupancy } from '../bookings/table.ts';
import { isInPlan, toBookingView } from '../bookings/view.ts';
import { holdersOf } from './holders.ts';
import { readFacilities } from './plan.ts';

const place = z.tuple([z.int(), z.iso.datetime(), z.uuid(), z.uuid()]);
const rivalsAtMost = 200;

/** Whether a date conflicts with a booking other than the one that it would move. */
const isTaken = sql`exists (select 1 from ${occupancy} where ${occupancy.unitId} = any (${booking.unitIds}) and ${occupancy.blocking}
  and ${occupancy.during} && tstzrange(${booking.startsAt}, ${booking.endsAt})
  and ${occupancy.bookingId} <> ${booking.id} and ${occupancy.bookingId} is distinct from ${booking.replacesId})`;

/** The sort keys of each order, before the ids. */
const orders: { readonly [order in RequestFilter['sort']]: { rank: SQL; at: SQL } } = {
  asked: { rank: sql`0`, at: sql`min(${booking.createdAt})` },
  priority: { rank: sql`min(${booking.priority})`, at: sql`min(${booking.startsAt})` },
  date: { rank: sql`0`, at: sql`min(${booking.startsAt})` },
};

const ways: { readonly [way in NonNullable<RequestFilter['way']>]: SQL } = {
  free: sql`having not bool_or(${isTaken})`,
  taken: sql`having bool_or(${isTaken})`,
};

type Grouped = { request: string; facilityId: string; rank: number; at: Date };

/** A page of the pending requests that the viewer decides on: complete requests, each with all its future dates. */
export async function listRequests(context: Context, tx: Transaction, { sort, way, limit, cursor, ...filter }: RequestFilter) {
  const facilities = await decided(context, tx);
  if (facilities.length === 0) return { rows: [], next: null, total: 0, dates: 0 };
  const where = and(isWaiting(facilities), isAsked(filter));
  const { rank, at } = orders[sort];
  const grouped = sql`select ${request} as request, ${booking.facilityId} as "facilityId", ${rank}::int as rank, ${at} as at,
      count(*)::int as dates
    from ${booking} where ${where} group by 1, 2 ${way ? ways[way] : sql``}`;
  const [sums] = (
    await tx.execute<{ total: number; dates: number }>(
      sql`select count(*)::int as total, coalesce(sum(dates), 0)::int as dates from (${grouped}) requests`,
    )
  ).rows;
  const after = cursor ? fromCursor(cursor, place) : undefined;
  const from = after
    ? sql`where (rank, at, request, "facilityId") > (${after[0]}, ${after[1]}::timestamptz, ${after[2]}::uuid, ${after[3]}::uuid)`
    : sql``;
  const { rows: found } = await tx.execute<Grouped>(
    sql`select * from (${grouped}) requests ${from} order by rank, at, request, "facilityId" limit ${limit + 1}`,
  );
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: await datesOf(context, tx, facilities, where, page),
    next: found.length > limit && last ? toCursor([last.rank, new Date(last.at).toISOString(), last.request, last.facilityId]) : null,
    ...(sums ?? { total: 0, dates: 0 }),
  };
}

/** The request of one of its dates, and the others for a unit of the same hall at the same time. */
export async function readRequest(context: Context, tx: Transaction, id: string) {
  const facilities = await decided(context, tx);
  const nothing = { dates: [], rivals: [], holders: [] };
  if (facilities.length === 0) return nothing;
  const waiting = isWaiting(facilities);
  const [one] = await tx
    .select()
    .from(booking)
    .where(and(waiting, eq(booking.id, id)));
  if (!one) return nothing;
  const isOfIt = and(eq(booking.facilityId, one.facilityId), sql`${request} = ${one.seriesId ?? one.id}`);
  const rows = await tx.select().from(booking).where(and(waiting, isOfIt)).orderBy(asc(booking.startsAt), asc(booking.id));
  const others = await tx
    .select()
    .from(booking)
    .where(and(waiting, isCompetingRequest(rows)))
    .orderBy(asc(booking.priority), asc(booking.startsAt), asc(booking.id))
    .limit(rivalsAtMost);
  return {
    dates: await requested(context, tx, rows, facilities),
    rivals: await requested(context, tx, others, facilities),
    holders: await holdersOf(
      tx,
      facilities.map(({ id: facilityId }) => facilityId),
      [...rows, ...others],
    ),
  };
}

/** The halls that a viewer decides on. */
async function decided(context: Context, tx: Transaction): Promise<FacilityRow[]> {
  const viewer = signedIn(context);
  return (await readFacilities(tx, undefined)).filter((one) => mayDecide(viewer, one));
}

function isWaiting(facilities: readonly FacilityRow[]): SQL | undefined {
  return and(
    inArray(
      booking.facilityId,
      facilities.map(({ id }) => id),
    ),
    inArray(booking.state, bookingSets.waiting),
    gt(booking.startsAt, now()),
  );
}

function isAsked({ facility, search }: Pick<RequestFilter, 'facility' | 'search'>): SQL | undefined {
  const part = search && containing(search);
  return and(
    facility ? eq(booking.facilityId, facility) : undefined,
    // A title of another club is not visible, so it is not searched either: only the holder is.
    part ? or(ilike(booking.holder, part), ilike(booking.club, part)) : undefined,
  );
}

/** All dates of some requests, in the order of the requests. */
async function datesOf(
  context: Context,
  tx: Transaction,
  facilities: readonly FacilityRow[],
  where: SQL | undefined,
  page: readonly Grouped[],
) {
  if (page.length === 0) return [];
  const keys = sql.join(
    page.map((one) => sql`(${one.request}::uuid, ${one.facilityId}::uuid)`),
    sql`, `,
  );
  const rows = await tx
    .select()
    .from(booking)
    .where(and(where, sql`(${request}, ${booking.facilityId}) in (${keys})`))
    .orderBy(asc(booking.startsAt), asc(booking.id));
  const order = new Map(page.map((one, at) => [`${one.request} ${one.facilityId}`, at]));
  const placeOf = (row: BookingRow) => order.get(`${row.seriesId ?? row.id} ${row.facilityId}`) ?? 0;
  return requested(
    context,
    tx,
    rows.toSorted((a, b) => placeOf(a) - placeOf(b)),
    facilities,
  );
}

/** Dates as shown to the deciding viewer, each with its conflicts. */
async function requested(
  context: Context,
  tx: Transaction,
  rows: readonly BookingRow[],
  facilities: readonly FacilityRow[],
): Promise<RequestedDate[]> {
  const viewer = signedIn(context);
  const places = new Map(facilities.map((one) => [one.id, one]));
  const taken = await findOverlaps(
    tx,
    rows.map((row) => ({ ...row, isBlocking: true })),
    0,
  );
  const inWayOf = Map.groupBy(taken, ({ claimId }) => claimId);
  const had = await movedBy(tx, rows);
  return rows.flatMap((row) => {
    const at = places.get(row.facilityId);
    if (!at || !isInPlan(viewer, row, at)) return [];
    return [
      {
        ...toBookingView(viewer, row, at),
        askedAt: row.createdAt.toISOString(),
        movesFrom: hourOf(had.get(row.id), facilities),
        conflicts: (inWayOf.get(row.id) ?? []).map((one) => conflictView(viewer, one)),
      },
    ];
  });
}

/** The booking that a request would move; not shown for the own hall of another club. */
function hourOf(row: BookingRow | undefined, facilities: readonly FacilityRow[]) {
  if (!row || !facilities.some(({ id }) => id === row.facilityId)) return undefined;
  return { facilityId: row.facilityId, date: row.localDate, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() };
}
