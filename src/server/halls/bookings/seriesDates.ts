import { and, eq, gt, notInArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BookingView } from '#shared/halls/bookings.ts';
import type { SeriesView } from '#shared/halls/bookingSeries.ts';
import { bookingStateNames, bookingSets } from '#shared/halls/bookingStates.ts';
import { instantOf, localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { seriesDates } from '#shared/kernel/series.ts';
import { skipReasons } from '../closures/service.ts';
import { closingReasons } from '../facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { inAllClubs, type Write, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { purposeOf } from './purpose.ts';
import { buildOccupiedProblem, readPlace, refusalOf } from './place.ts';
import { recordBooking } from './record.ts';
import { requireOwnBooking, firstState } from './rights.ts';
import { claim, findOverlaps, lockFacilities, type Claim } from './occupancy.ts';
import { booking, bookingSeries } from './table.ts';
import { toBookingView } from './view.ts';

type SeriesRow = typeof bookingSeries.$inferSelect;
type Returned = { id: string; date: LocalDate; startTime?: string | undefined; endTime?: string | undefined };

/** A series with its future days without a date; these are listed and can be restored. */
export async function readSeries(context: Context, tx: Transaction, id: string): Promise<SeriesView> {
  const row = await ownSeries(context, tx, id);
  const missing = await missingDates(tx, row);
  const { title, facilityId, startsOn, endsOn } = row;
  return { id, title, facilityId, startsOn, endsOn, ...timesOf(row), missing };
}

/** Restores an omitted date, at the times of the series or at others. */
export async function addSeriesDate(context: Context, write: Write, { id, date, ...times }: Returned): Promise<BookingView> {
  const viewer = signedIn(context);
  const { tx } = write;
  const series = await ownSeries(context, tx, id);
  await lockFacilities(tx, [series.facilityId]);
  const missing = (await missingDates(tx, series)).some((one) => one.date === date);
  if (!missing) throw fieldProblem('date', 'An diesem Tag fällt die Serie nicht aus.');
  const { startTime, endTime } = { ...timesOf(series), ...definedOf(times) };
  const place = await readPlace(tx, series.facilityId, date, date);
  const { unitIds, expectedParticipants, club, organisationId, holder } = series;
  const refusal = refusalOf(place, { date, startTime, endTime, unitIds, expectedParticipants }, viewer, '');
  if (refusal) throw new Problem('invalid-input', { fields: [refusal] });
  const [startsAt, endsAt] = [instantOf(date, startTime), instantOf(date, endTime)];
  const state = firstState(viewer, place.facility);
  const [row] = await tx
    .insert(booking)
    .values({
      ...purposeOf(series),
      id: randomUUID(),
      seriesId: id,
      club,
      organisationId,
      holder,
      facilityId: series.facilityId,
      unitIds,
      localDate: date,
      startsAt,
      endsAt,
      state,
      createdBy: viewer.userId,
      createdAt: now(),
    })
    .returning();
  if (!row) throw new Error('The insert returned no booking.');
  const wanted: Claim = { id: row.id, unitIds, startsAt, endsAt, isBlocking: state === 'approved' };
  const { bufferMinutes } = place.facility;
  if ((await claim(tx, [wanted], bufferMinutes)).size > 0)
    throw buildOccupiedProblem(viewer, await findOverlaps(tx, [wanted], bufferMinutes), place.units);
  await tx
    .update(bookingSeries)
    .set({ skipped: series.skipped.filter((one) => one.date !== date), version: sql`${bookingSeries.version} + 1` })
    .where(eq(bookingSeries.id, id));
  recordBooking(write, place.facility, row, 'bookings.update', 'Termin der Serie wieder aufgenommen');
  return toBookingView(viewer, row, place.facility);
}

/** Updates the rule of a series once all its future dates have the same other time or place. */
export async function alignSeries(tx: Transaction, id: string): Promise<void> {
  const dates = await tx
    .select()
    .from(booking)
    .where(and(eq(booking.seriesId, id), gt(booking.startsAt, now()), notInArray(booking.state, [...bookingSets.gone])));
  const [first, ...others] = dates.map(({ facilityId, unitIds, startsAt, endsAt }) => ({
    facilityId,
    unitIds,
    startTime: localOf(startsAt).time,
    endTime: localOf(endsAt).time,
  }));
  if (!first || others.some((one) => !isDeepStrictEqual(one, first))) return;
  await tx
    .update(bookingSeries)
    .set({ ...first, version: sql`${bookingSeries.version} + 1` })
    .where(eq(bookingSeries.id, id));
}

async function ownSeries(context: Context, tx: Transaction, id: string): Promise<SeriesRow> {
  const [row] = await inAllClubs(tx, () => tx.select().from(bookingSeries).where(eq(bookingSeries.id, id)));
  if (!row) throw new Problem('not-found');
  requireOwnBooking(context, row, 'bookings.update');
  return row;
}

/** The future days of the rule without a date, with the reason: who cancelled it, or why the day is closed. */
async function missingDates(tx: Transaction, series: SeriesRow): Promise<SeriesView['missing']> {
  const today = localOf(now()).date;
  const dates = seriesDates(series).filter((date) => date > today);
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return [];
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ date: booking.localDate, state: booking.state, reason: booking.reason })
      .from(booking)
      .where(and(eq(booking.seriesId, series.id), sql`${booking.localDate} >= ${first}`))
      .limit(2000),
  );
  const standing = new Set(rows.filter(({ state }) => !bookingSets.gone.includes(state)).map(({ date }) => date));
  const { club, facilityId, holidayMode } = series;
  const paused = await skipReasons(tx, first, last, { club, facility: facilityId, mode: holidayMode });
  const place = await readPlace(tx, facilityId, first, last);
  const closed = closingReasons(place.facility, place.rules, first, last);
  const reasonOn = (date: LocalDate) => {
    const left = rows.find((row) => row.date === date);
    const called = left && (left.reason || bookingStateNames[left.state]);
    return called ?? paused.get(date) ?? closed.get(date) ?? series.skipped.find((one) => one.date === date)?.reason ?? 'Ausgelassen';
  };
  return dates.filter((date) => !standing.has(date)).map((date) => ({ date, reason: reasonOn(date) }));
}

function timesOf({ startTime, endTime }: SeriesRow): { startTime: string; endTime: string } {
  return { startTime: startTime.slice(0, 5), endTime: endTime.slice(0, 5) };
}

function definedOf({ startTime, endTime }: Pick<Returned, 'startTime' | 'endTime'>): { startTime?: string; endTime?: string } {
  return { ...(startTime !== undefined && { startTime }), ...(endTime !== undefined && { endTime }) };
}
