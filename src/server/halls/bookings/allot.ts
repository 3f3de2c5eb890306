import { randomUUID } from 'node:crypto';
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { addDays, germanDate, instantOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { seasonDates, type SeasonRule } from '#shared/halls/seasons/dates.ts';
import { skipReasons } from '../closures/service.ts';
import { closingReasons } from '../facilities/service.ts';
import type { Holder } from '../organisations/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/ledger.ts';
import { endBookings } from './hours.ts';
import { claim, inTheWay } from './occupancy.ts';
import { readPlace, type Place } from './place.ts';
import { purposeOf, type Purpose } from './purpose.ts';
import { recordBooking } from './record.ts';
import { booking, bookingSeries, type SkippedDate } from './table.ts';

/** A weekly hour that a season gives: whose it is, what for, and when. */
export type Allotted = Holder & { grantId: string; facilityId: string; unitIds: string[]; purpose: Purpose; rule: SeasonRule };

/** The days of an hour that a season gives, and those that fall out by holidays and closures. */
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
 * Books a weekly hour that a season gives, once however often it is asked; dates that others have are left out and named.
 * The caller holds the lock of the facility and works in the scope of all clubs.
 */
export async function allotSeries(write: Write, by: Actor, { grantId, purpose, rule, ...hour }: Allotted): Promise<void> {
  const { tx } = write;
  const [known] = await tx.select({ id: bookingSeries.id }).from(bookingSeries).where(eq(bookingSeries.grantId, grantId));
  if (known) return;
  const { place, dates, skipped } = await allottedDates(tx, { ...hour, rule });
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
  }));
  const made = rows.length > 0 ? await tx.insert(booking).values(rows).returning() : [];
  const taken = await leaveTaken(
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
}

/** Claims the dates; those that somebody has go again. Gives them with who has them. */
async function leaveTaken(
  tx: Transaction,
  { facility }: Place,
  claims: readonly (typeof booking.$inferSelect & { isBlocking: boolean })[],
): Promise<SkippedDate[]> {
  const refused = await claim(tx, claims, facility.bufferMinutes);
  if (refused.size === 0) return [];
  const lost = claims.filter(({ id }) => refused.has(id));
  const taken = await inTheWay(tx, lost, facility.bufferMinutes);
  await tx.delete(booking).where(inArray(booking.id, [...refused]));
  return lost.map(({ id, localDate }) => ({
    date: localDate,
    reason: `Belegt: ${taken.find(({ claimId }) => claimId === id)?.holder ?? ''}`,
  }));
}

/** Ends series of before on the day before a season; what was to come after it falls out. */
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

/** Which of these days are taken by others already. */
export async function takenDays(
  tx: Transaction,
  place: Place,
  { unitIds, rule }: Pick<Allotted, 'unitIds' | 'rule'>,
  dates: readonly LocalDate[],
) {
  const claims = dates.map((date) => ({ id: randomUUID(), date, unitIds, isBlocking: true, ...instants(date, rule) }));
  const taken = await inTheWay(tx, claims, place.facility.bufferMinutes);
  return claims.flatMap(({ id, date }) => {
    const found = taken.find(({ claimId }) => claimId === id);
    return found ? [{ date, ...found }] : [];
  });
}

function instants(date: LocalDate, { startTime, endTime }: SeasonRule) {
  return { localDate: date, startsAt: instantOf(date, startTime), endsAt: instantOf(date, endTime) };
}
