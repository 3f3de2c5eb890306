import { randomUUID } from 'node:crypto';
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { addDays, germanDate, instantOf, minutesOf, timeOf, type LocalDate, type LocalTime } from '#shared/kernel/calendar.ts';
import { seasonDates, type SeasonRule } from '#shared/halls/seasons/dates.ts';
import type { StoredChoice } from '#shared/halls/seasons/publication.ts';
import { skipReasons } from '../closures/service.ts';
import { closingReasons, readFacility } from '../facilities/service.ts';
import type { Holder } from '../organisations/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import { endBookings } from './hours.ts';
import { withdrawMoves } from './moves.ts';
import { claim, releaseUnits, findOverlaps, type BookingRow } from './occupancy.ts';
import { readPlace, type Place } from './place.ts';
import { purposeOf, type Purpose } from './purpose.ts';
import { recordBooking } from './record.ts';
import { booking, bookingSeries, type SkippedDate } from './table.ts';

/** A weekly hour granted by a season: holder, purpose and time, with the choices for taken dates. */
export type Allotted = Holder & {
  grantId: string;
  facilityId: string;
  unitIds: string[];
  purpose: Purpose;
  rule: SeasonRule;
  priorityClass: number;
  choices: readonly StoredChoice[];
};

/** The days of a granted hour, and those omitted because of holidays and closures. */
export async function allottedDates(tx: Transaction, { club, facilityId, rule }: Pick<Allotted, 'club' | 'facilityId' | 'rule'>) {
  const place = await readPlace(tx, facilityId, rule.startsOn, rule.endsOn);
  const paused = await skipReasons(tx, rule.startsOn, rule.endsOn, { club, facility: facilityId, mode: rule.holidayMode });
  const closed = closingReasons(place.facility, place.rules, rule.startsOn, rule.endsOn);
  const all = seasonDates(rule);
  const reasonOn = (date: LocalDate) => paused.get(date) ?? closed.get(date);
  const skipped = all.flatMap((date): SkippedDate[] => {
    const reason = reasonOn(date);
    return reason === undefined ? [] : [{ date, reason }];
  });
  return { place, dates: all.filter((date) => reasonOn(date) === undefined), skipped };
}

/**
 * Books a granted weekly hour; idempotent. Taken dates are skipped and recorded, unless another choice was made for them. Returns the
 * displaced single bookings. The caller holds the locks of the facilities and works in the scope of all clubs.
 */
export async function allotSeries(write: Write, by: Actor, allotted: Allotted, reason: string): Promise<BookingRow[]> {
  const { tx } = write;
  const { grantId, purpose, rule, priorityClass: _class, choices, ...hour } = allotted;
  const [known] = await tx.select({ id: bookingSeries.id }).from(bookingSeries).where(eq(bookingSeries.grantId, grantId));
  if (known) return [];
  const { place, dates, skipped } = await allottedDates(tx, { ...hour, rule });
  const displaced = await makeWay(write, by, { place, allotted, dates, reason });
  const { week, ...times } = rule;
  const own = { ...hour, createdBy: by.userId ?? null, createdAt: now() };
  const seriesId = randomUUID();
  await tx.insert(bookingSeries).values({
    ...own,
    ...purposeOf(purpose),
    ...times,
    id: seriesId,
    grantId,
    startsOn: seasonDates(rule)[0] ?? rule.startsOn,
    intervalWeeks: week === 'every' ? 1 : 2,
  });
  const rows = dates.map((date) => ({
    ...own,
    ...purposeOf(purpose),
    id: randomUUID(),
    seriesId,
    state: 'approved' as const,
    ...instants(date, rule),
    ...insteadOf(rule, choices, date),
  }));
  const made = rows.length > 0 ? await tx.insert(booking).values(rows).returning() : [];
  const taken = await claimFreeDates(
    tx,
    place,
    made.map((row) => ({ ...row, isBlocking: true })),
  );
  await tx
    .update(bookingSeries)
    .set({ skipped: [...skipped, ...taken].toSorted((a, b) => a.date.localeCompare(b.date)) })
    .where(eq(bookingSeries.id, seriesId));
  const [first] = made.filter(({ localDate }) => taken.every(({ date }) => date !== localDate));
  if (first)
    recordBooking(
      write,
      place.facility,
      first,
      'bookings.create',
      `Serie der Saison mit ${made.length - taken.length} Terminen angelegt, ab`,
      undefined,
      by,
    );
  return displaced;
}

/** The other time or hall that was chosen for a date. */
function insteadOf(rule: SeasonRule, choices: readonly StoredChoice[], date: LocalDate) {
  const choice = choices.find((one) => one.date === date);
  if (choice?.action !== 'other') return {};
  const { facilityId, unitIds, startTime } = choice.place;
  return { facilityId, unitIds, ...instants(date, { startTime, endTime: endOf(rule, startTime) }) };
}

/** The end of an hour that begins at another time. */
export function endOf({ startTime, endTime }: Pick<SeasonRule, 'startTime' | 'endTime'>, begin: LocalTime): LocalTime {
  return timeOf(minutesOf(begin) + minutesOf(endTime) - minutesOf(startTime));
}

/** Whether an hour of a season may displace a booking: an approved single one of lower priority, not a course, event or maintenance. */
export function isDisplaceable(
  { seriesId, kind, priority, state }: BookingRow,
  { priorityClass }: Pick<Allotted, 'priorityClass'>,
): boolean {
  return seriesId === null && state === 'approved' && priority > priorityClass && !['course', 'event', 'maintenance'].includes(kind);
}

type Way = { place: Place; allotted: Allotted; dates: readonly LocalDate[]; reason: string };

/** Displaces the bookings on the dates for which that was chosen; a date with a booking that cannot be displaced keeps all of them. */
async function makeWay(write: Write, by: Actor, { place, allotted, dates, reason }: Way): Promise<BookingRow[]> {
  const { tx } = write;
  const wanted = dates.filter((date) => allotted.choices.some((one) => one.date === date && one.action === 'displace'));
  const taken = await findTakenDates(tx, place, allotted, wanted);
  const rows = taken.flatMap((one) => (one.bookings.every((row) => isDisplaceable(row, allotted)) ? one.bookings : []));
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await releaseUnits(tx, ids);
  await withdrawMoves(tx, ids);
  await tx
    .update(booking)
    .set({ state: 'displaced', reason, version: sql`${booking.version} + 1` })
    .where(inArray(booking.id, ids));
  for (const row of rows) recordBooking(write, place.facility, row, 'bookings.cancel', `Verdrängt (${reason})`, undefined, by);
  return rows;
}

/** Claims the dates and drops taken ones. Returns those with their holders. */
async function claimFreeDates(
  tx: Transaction,
  { facility }: Place,
  wanted: readonly (BookingRow & { isBlocking: boolean })[],
): Promise<SkippedDate[]> {
  const left: SkippedDate[] = [];
  for (const [facilityId, claims] of Map.groupBy(wanted, (one) => one.facilityId)) {
    const { bufferMinutes } = facilityId === facility.id ? facility : await readFacility(tx, facilityId);
    const refused = await claim(tx, claims, bufferMinutes);
    if (refused.size === 0) continue;
    const lost = claims.filter(({ id }) => refused.has(id));
    const taken = await findOverlaps(tx, lost, bufferMinutes);
    await tx.delete(booking).where(inArray(booking.id, [...refused]));
    for (const { id, localDate } of lost)
      left.push({ date: localDate, reason: `Belegt: ${taken.find(({ claimId }) => claimId === id)?.holder ?? ''}` });
  }
  return left;
}

/** Ends earlier series on the day before a season; their later dates are cancelled. */
export async function endSeriesBefore(write: Write, by: Actor, ids: readonly string[], startsOn: LocalDate, reason: string): Promise<void> {
  if (ids.length === 0) return;
  const { tx } = write;
  const rows = await tx
    .select()
    .from(booking)
    .where(and(inArray(booking.seriesId, [...ids]), gte(booking.localDate, startsOn), inArray(booking.state, bookingSets.coming)))
    .limit(20_000);
  await endBookings(tx, rows, 'cancelled', reason);
  await tx
    .update(bookingSeries)
    .set({ endsOn: addDays(startsOn, -1), version: sql`${bookingSeries.version} + 1` })
    .where(and(inArray(bookingSeries.id, [...ids]), gte(bookingSeries.endsOn, startsOn), lt(bookingSeries.startsOn, startsOn)));
  const [first] = rows;
  if (!first) return;
  const place = await readPlace(tx, first.facilityId, startsOn, startsOn);
  recordBooking(
    write,
    place.facility,
    first,
    'bookings.cancel',
    `Serien enden vor dem ${germanDate(startsOn)} (${reason}), ab`,
    undefined,
    by,
  );
}

/** Those of `dates` that are already taken, each with all its bookings. */
export async function findTakenDates(
  tx: Transaction,
  place: Place,
  { unitIds, rule }: Pick<Allotted, 'unitIds' | 'rule'>,
  dates: readonly LocalDate[],
): Promise<{ date: LocalDate; holder: string; bookings: BookingRow[] }[]> {
  const claims = dates.map((date) => ({ id: randomUUID(), date, unitIds, isBlocking: true, ...instants(date, rule) }));
  const taken = await findOverlaps(tx, claims, place.facility.bufferMinutes);
  const ids = [...new Set(taken.map(({ bookingId }) => bookingId))];
  const rows = ids.length === 0 ? [] : await tx.select().from(booking).where(inArray(booking.id, ids));
  return claims.flatMap(({ id, date }) => {
    const there = new Set(taken.filter(({ claimId }) => claimId === id).map(({ bookingId }) => bookingId));
    const bookings = rows.filter((row) => there.has(row.id));
    const [first] = bookings;
    return first ? [{ date, holder: first.holder || first.club, bookings }] : [];
  });
}

function instants(date: LocalDate, { startTime, endTime }: Pick<SeasonRule, 'startTime' | 'endTime'>) {
  return { localDate: date, startsAt: instantOf(date, startTime), endsAt: instantOf(date, endTime) };
}
