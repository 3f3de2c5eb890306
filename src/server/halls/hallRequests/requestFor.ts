import { randomUUID } from 'node:crypto';
import type { HallWant } from '#shared/halls/hallRequests/hallRequests.ts';
import { addDays, instantOf, weekdayOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { Holder } from '../organisations/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { allottedDates } from '../bookings/allot.ts';
import { claim, findOverlaps, lockFacilities } from '../bookings/occupancy.ts';
import { fieldBroken, readPlace, type Place } from '../bookings/place.ts';
import { purposeOf, type Purpose } from '../bookings/purpose.ts';
import { recordBooking } from '../bookings/record.ts';
import { booking, bookingSeries } from '../bookings/table.ts';

/** The number of requested dates, and the days that are omitted, because the hall is closed. */
type Requested = { asked: number; left: LeftDay[] };

/** A day that is omitted, with the reason. */
export type LeftDay = { date: LocalDate; reason: string };

/** The hours that an organisation requests in one hall. */
type WantedHours = { holder: Holder; want: HallWant; purpose: Purpose; userId: string };

/**
 * Adds hours of an organisation as requested bookings: they appear in the plan and block nobody until they are decided, even if the time is
 * taken. Days on which the hall is closed are omitted. Returns the number of requested dates, and the omitted
 * ones with their reasons.
 */
export async function requestFor(write: Write, { holder, want, purpose, userId }: WantedHours): Promise<Requested> {
  const { tx } = write;
  const { facilityId, startTime, endTime } = want;
  await lockFacilities(tx, [facilityId]);
  const { place, dates, skipped } = await datesOf(tx, holder, want);
  const hours = dates.map((date) => ({ localDate: date, startsAt: instantOf(date, startTime), endsAt: instantOf(date, endTime) }));
  const unitIds = await bestParts(tx, place, want.parts, hours);
  const judged = hours.map((hour) => ({ hour, reason: fieldBroken(place, { ...hour, unitIds })?.message }));
  const open = judged.flatMap(({ hour, reason }) => (reason === undefined ? [hour] : []));
  const closed = judged.flatMap(({ hour, reason }) => (reason === undefined ? [] : [{ date: hour.localDate, reason }]));
  const left = [...skipped, ...closed].toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const [first] = open;
  if (!first) return { asked: 0, left };
  const own = { ...holder, ...purposeOf(purpose), facilityId, unitIds, createdBy: userId, createdAt: now() };
  const seriesId = want.endsOn === null ? null : randomUUID();
  if (seriesId && want.endsOn)
    await tx.insert(bookingSeries).values({
      ...own,
      id: seriesId,
      weekday: weekdayOf(want.startsOn),
      startsOn: want.startsOn,
      endsOn: want.endsOn,
      startTime,
      endTime,
      holidayMode: 'skip_both',
      skipped,
    });
  const made = await tx
    .insert(booking)
    .values(open.map((hour) => ({ ...own, ...hour, id: randomUUID(), seriesId, state: 'requested' as const })))
    .returning();
  await claim(
    tx,
    made.map((row) => ({ ...row, isBlocking: false })),
    place.facility.bufferMinutes,
  );
  const [row] = made;
  if (row) recordBooking(write, place.facility, row, 'bookings.create', `Angefragt von ${holder.holder} (${made.length} Termine, ab)`);
  return { asked: made.length, left };
}

/** The days of a request on which the hall is open, and the omitted ones with reasons. */
async function datesOf(tx: Transaction, { club }: Holder, { facilityId, startsOn, endsOn, startTime, endTime }: HallWant) {
  if (endsOn === null) return { place: await readPlace(tx, facilityId, startsOn, addDays(startsOn, 1)), dates: [startsOn], skipped: [] };
  const weekday = weekdayOf(startsOn);
  const rule = { weekday, startsOn, endsOn, startTime, endTime, week: 'every', holidayMode: 'skip_both' } as const;
  return allottedDates(tx, { club, facilityId, rule });
}

type Hour = { localDate: LocalDate; startsAt: Date; endsAt: Date };

/** The adjacent units of a hall with the fewest conflicts; the first ones in case of a tie. */
async function bestParts(tx: Transaction, { units, facility }: Place, parts: number, hours: readonly Hour[]): Promise<string[]> {
  const open = units.filter(({ retiredOn }) => retiredOn === null).map(({ id }) => id);
  const runs = Array.from({ length: Math.max(1, open.length - parts + 1) }, (_, at) => open.slice(at, at + parts));
  if (runs.length === 1) return runs[0] ?? [];
  const claims = hours.map((hour) => ({ ...hour, id: randomUUID(), unitIds: open, isBlocking: true }));
  const taken = await findOverlaps(tx, claims, facility.bufferMinutes);
  const inWayOf = (run: readonly string[]) => taken.filter(({ unitId }) => run.includes(unitId)).length;
  return runs.reduce((best, run) => (inWayOf(run) < inWayOf(best) ? run : best));
}
