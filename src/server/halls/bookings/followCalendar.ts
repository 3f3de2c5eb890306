import { and, asc, eq, exists, gt, gte, inArray, isNull, lte, not, notInArray, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { instantOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { seriesDates } from '#shared/kernel/series.ts';
import type { CalendarFollower, ChangedDays, DateChange, DateChanges } from '../closures/service.ts';
import { closingMode, type FacilityRow } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Write, type Transaction } from '#server/platform/database/database.ts';
import { purposeOf } from './purpose.ts';
import { firstState } from './rights.ts';
import { notifyPlan } from './record.ts';
import { claim, releaseUnits, findOverlaps, lockAllFacilities, type BookingRow, type Claim } from './occupancy.ts';
import { booking, bookingSeries } from './table.ts';

type SeriesRow = typeof bookingSeries.$inferSelect;
type Falling = { row: BookingRow; place: FacilityRow; reason: string };
/** A returning date: a displaced one, or one that was skipped when the series was created. */
type Returning = { place: FacilityRow; values: typeof booking.$inferInsert; isNew: boolean; reason: string };

/** Finds the bookings and series managed by a higher wing, which updates them itself when the calendar changes. */
export type KeptElsewhere = { booking: (id: AnyColumn) => SQL; series: (id: AnyColumn) => SQL };

/** Bookings that no other wing manages follow a changed calendar; those of courses follow the dates of their courses. */
export function bookingDates(kept: KeptElsewhere): CalendarFollower {
  return {
    find: async (tx, days) => {
      const [falling, returning] = [await fallingDates(tx, kept, days), await returningDates(tx, kept, days)];
      return changesOf(falling, returning, await takenOf(tx, returning));
    },
    follow: (context, write, days) => followCalendar(kept, context, write, days),
  };
}

async function followCalendar(kept: KeptElsewhere, context: Context, write: Write, days: ChangedDays): Promise<DateChanges> {
  const { tx } = write;
  const viewer = signedIn(context);
  await lockAllFacilities(tx);
  const [falling, returning] = [await fallingDates(tx, kept, days), await returningDates(tx, kept, days)];
  const taken = new Set<string>();
  for (const [club, ofClub] of Map.groupBy(falling, ({ row }) => row.club)) {
    await enterScope(tx, club);
    await push(tx, ofClub);
  }
  for (const [club, ofClub] of Map.groupBy(returning, ({ values }) => values.club)) {
    await enterScope(tx, club);
    for (const [buffer, group] of Map.groupBy(ofClub, ({ place }) => place.bufferMinutes)) {
      const fresh = group.map((one) => ({ ...one, values: { ...one.values, state: firstState(viewer, one.place) } }));
      for (const id of await bring(tx, fresh, buffer)) taken.add(id);
    }
  }
  const touched = new Map([...falling, ...returning].map(({ place }) => [place.id, place]));
  for (const place of touched.values()) notifyPlan(write, place);
  return changesOf(falling, returning, taken);
}

/** Displaces dates; each keeps the reason, so that it can return. */
async function push(tx: Transaction, dates: readonly Falling[]): Promise<void> {
  await releaseUnits(
    tx,
    dates.map(({ row }) => row.id),
  );
  for (const [reason, group] of Map.groupBy(dates, (one) => one.reason)) {
    await tx
      .update(booking)
      .set({ state: 'displaced', reason, version: sql`${booking.version} + 1` })
      .where(
        inArray(
          booking.id,
          group.map(({ row }) => row.id),
        ),
      );
  }
}

/** Restores dates whose time is still free; returns the ids of those whose time is taken. */
async function bring(tx: Transaction, dates: readonly Returning[], bufferMinutes: number): Promise<Set<string>> {
  const fresh = dates.filter(({ isNew }) => isNew);
  if (fresh.length > 0) await tx.insert(booking).values(fresh.map(({ values }) => values));
  const refused = await claim(tx, dates.map(claimOf), bufferMinutes);
  const lost = fresh.map(({ values }) => values.id).filter((id) => refused.has(id));
  if (lost.length > 0) await tx.delete(booking).where(inArray(booking.id, lost));
  for (const { values, isNew } of dates) {
    if (isNew || refused.has(values.id)) continue;
    await tx
      .update(booking)
      .set({ state: values.state, reason: '', displacedBy: null, version: sql`${booking.version} + 1` })
      .where(eq(booking.id, values.id));
  }
  return refused;
}

async function fallingDates(tx: Transaction, kept: KeptElsewhere, days: ChangedDays): Promise<Falling[]> {
  const rows = await ownDates(tx, kept, days, bookingSets.coming);
  return rows.flatMap(({ row, series, place }) => {
    const { before, after } = reasonsOf(days, row, series, place);
    return before === undefined && after !== undefined ? [{ row, place, reason: after }] : [];
  });
}

async function returningDates(tx: Transaction, kept: KeptElsewhere, days: ChangedDays): Promise<Returning[]> {
  const rows = await ownDates(tx, kept, days, ['displaced']);
  const back = rows.flatMap(({ row, series, place }): Returning[] => {
    const { before, after } = reasonsOf(days, row, series, place);
    const isOurs = row.displacedBy === null || days.removed.includes(row.displacedBy);
    return before !== undefined && after === undefined && isOurs ? [{ place, values: row, isNew: false, reason: before }] : [];
  });
  return [...back, ...(await neverMade(tx, kept, days))];
}

/** The dates of current series that were skipped at creation and never booked. */
async function neverMade(tx: Transaction, kept: KeptElsewhere, days: ChangedDays): Promise<Returning[]> {
  const coming = tx
    .select({ id: booking.id })
    .from(booking)
    .where(and(eq(booking.seriesId, bookingSeries.id), gt(booking.startsAt, now()), notInArray(booking.state, [...bookingSets.gone])));
  const found = await tx
    .select({ series: bookingSeries, place: facility })
    .from(bookingSeries)
    .innerJoin(facility, eq(facility.id, bookingSeries.facilityId))
    .where(
      and(lte(bookingSeries.startsOn, days.to), gte(bookingSeries.endsOn, days.from), not(kept.series(bookingSeries.id)), exists(coming)),
    )
    .limit(10_000);
  if (found.length === 0) return [];
  const ids = found.map(({ series }) => series.id);
  const rows = await tx
    .select({ seriesId: booking.seriesId, date: booking.localDate })
    .from(booking)
    .where(and(inArray(booking.seriesId, ids), gte(booking.localDate, days.from), lte(booking.localDate, days.to)))
    .limit(50_000);
  const had = new Set(rows.map(({ seriesId, date }) => `${seriesId} ${date}`));
  return found.flatMap(({ series, place }) =>
    seriesDates(series).flatMap((date): Returning[] => {
      if (date < days.from || date > days.to || had.has(`${series.id} ${date}`)) return [];
      const { before, after } = reasonsOf(days, { club: series.club, localDate: date }, series, place);
      const startsAt = instantOf(date, series.startTime.slice(0, 5));
      if (before === undefined || after !== undefined || startsAt <= now()) return [];
      return [{ place, values: newDate(series, date, startsAt), isNew: true, reason: before }];
    }),
  );
}

function newDate(series: SeriesRow, date: LocalDate, startsAt: Date): typeof booking.$inferInsert {
  return {
    ...purposeOf(series),
    id: randomUUID(),
    seriesId: series.id,
    club: series.club,
    organisationId: series.organisationId,
    holder: series.holder,
    facilityId: series.facilityId,
    unitIds: series.unitIds,
    localDate: date,
    startsAt,
    endsAt: instantOf(date, series.endTime.slice(0, 5)),
    state: 'requested',
    createdBy: series.createdBy,
    createdAt: now(),
  };
}

/** The bookings of these days that no other wing manages, with their series and place. */
function ownDates(tx: Transaction, kept: KeptElsewhere, days: ChangedDays, states: readonly BookingRow['state'][]) {
  return tx
    .select({ row: booking, series: bookingSeries, place: facility })
    .from(booking)
    .innerJoin(facility, eq(facility.id, booking.facilityId))
    .leftJoin(bookingSeries, eq(bookingSeries.id, booking.seriesId))
    .where(
      and(
        gte(booking.localDate, days.from),
        lte(booking.localDate, days.to),
        gt(booking.startsAt, now()),
        inArray(booking.state, states),
        not(kept.booking(booking.id)),
        or(isNull(booking.seriesId), not(kept.series(booking.seriesId))),
      ),
    )
    .orderBy(asc(booking.startsAt), asc(booking.id))
    .limit(20_000);
}

/** Why a booking is paused on its day: its series observes the holidays, or the place is closed. */
function reasonsOf(
  days: ChangedDays,
  { club, localDate }: Pick<BookingRow, 'club' | 'localDate'>,
  series: SeriesRow | null,
  place: FacilityRow,
): { before?: string; after?: string } {
  const closed = days.reasons({ facility: place.id }, closingMode(place), localDate);
  const paused = series ? days.reasons({ club, facility: place.id }, series.holidayMode, localDate) : {};
  return { ...paused, ...closed };
}

async function takenOf(tx: Transaction, dates: readonly Returning[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const [buffer, group] of Map.groupBy(dates, ({ place }) => place.bufferMinutes))
    for (const { claimId } of await findOverlaps(tx, group.map(claimOf), buffer)) taken.add(claimId);
  return taken;
}

function claimOf({ values: { id, unitIds, startsAt, endsAt, state } }: Returning): Claim {
  return { id, unitIds, startsAt, endsAt, isBlocking: state === 'approved' };
}

function changesOf(falling: readonly Falling[], returning: readonly Returning[], taken: ReadonlySet<string>): DateChanges {
  return {
    falling: falling.map(({ row, place, reason }) => changeOf(row, place, reason, false)),
    returning: returning.map(({ values, place, reason }) => changeOf(values, place, reason, taken.has(values.id))),
  };
}

function changeOf(
  { id, club, title, startsAt }: Pick<typeof booking.$inferInsert, 'id' | 'club' | 'title' | 'startsAt'>,
  { name }: FacilityRow,
  reason: string,
  isTaken: boolean,
): DateChange {
  return { id, kind: 'booking', club, title, place: name, startsAt, reason, isTaken };
}
