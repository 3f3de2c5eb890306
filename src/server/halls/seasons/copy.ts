import { and, asc, eq, gte, inArray, ne, notInArray, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { minutesOf, timeOf } from '#shared/kernel/calendar.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { department } from '#server/club/departments/table.ts';
import { today } from '#server/platform/process/clock.ts';
import { booking, bookingSeries } from '../bookings/table.ts';
import { seasonFacility, seasonGrant, wish } from './table.ts';
import { askedOrganisations } from './emails.ts';
import type { SeasonRow } from './view.ts';
import { insertWish } from './wishes.ts';

type SeriesRow = typeof bookingSeries.$inferSelect;

/**
 * Creates a wish for every series that still runs in the halls of a season, to be confirmed by its organisation: the old place
 * first, then the same hall and day within an hour around it. Series of courses are left out. Existing copies are kept.
 */
export async function copyLastYear(tx: Transaction, season: SeasonRow): Promise<number> {
  const halls = await tx.select({ id: seasonFacility.facilityId }).from(seasonFacility).where(eq(seasonFacility.seasonId, season.id));
  const ids = halls.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const copied = await tx.select({ id: wish.keepsSeriesId }).from(wish).where(eq(wish.seasonId, season.id));
  const known = new Set(copied.map(({ id }) => id));
  const running = await inAllClubs(tx, () =>
    tx
      .select()
      .from(bookingSeries)
      .where(
        and(
          inArray(bookingSeries.facilityId, ids),
          gte(bookingSeries.endsOn, today()),
          notInArray(bookingSeries.kind, ['course', 'maintenance', 'event']),
          sql`exists (select from ${booking} where ${booking.seriesId} = ${bookingSeries.id} and ${booking.localDate} >= ${today()})`,
        ),
      )
      .orderBy(asc(bookingSeries.weekday), asc(bookingSeries.startTime), asc(bookingSeries.id))
      .limit(1000),
  );
  const organisations = await askedOrganisations(tx, season);
  const sports = await sportsOf(
    tx,
    running.flatMap(({ departmentId }) => departmentId ?? []),
  );
  const published = await publishedSports(
    tx,
    running.flatMap(({ grantId }) => grantId ?? []),
  );
  let count = 0;
  for (const series of running.filter(({ id }) => !known.has(id))) {
    const owner = organisations.find(({ id, club }) => (series.organisationId ? id === series.organisationId : club === series.club));
    if (!owner) continue;
    // A department that has ended stays named until another one is chosen.
    const { id: keepsSeriesId, departmentId, grantId } = series;
    const sport = published.get(grantId ?? '') ?? sports.get(departmentId ?? '') ?? '';
    await insertWish(
      tx,
      season,
      owner,
      { ...wishOf(series), sport },
      { state: 'copied', keepsSeriesId, departmentId, hint: await useOf(tx, series) },
    );
    count += 1;
  }
  return count;
}

/** The sports of departments by their ids. */
async function sportsOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ id: department.id, sport: department.sport })
      .from(department)
      .where(inArray(department.id, [...ids])),
  );
  return new Map(rows.map(({ id, sport }) => [id, sport]));
}

/** The sports of the wishes that series were published from, by the ids of their grants. */
async function publishedSports(tx: Transaction, grantIds: readonly string[]): Promise<Map<string, string>> {
  if (grantIds.length === 0) return new Map();
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ id: seasonGrant.id, sport: wish.sport })
      .from(seasonGrant)
      .innerJoin(wish, eq(wish.id, seasonGrant.wishId))
      .where(and(inArray(seasonGrant.id, [...grantIds]), ne(wish.sport, ''))),
  );
  return new Map(rows.map(({ id, sport }) => [id, sport]));
}

function wishOf({ facilityId, weekday, title, kind, ageGroup, expectedParticipants, contactPerson, contactPhone, ...series }: SeriesRow) {
  const [from, to] = [series.startTime.slice(0, 5), series.endTime.slice(0, 5)];
  const minutes = Math.min(360, Math.max(30, Math.floor((minutesOf(to) - minutesOf(from)) / 30) * 30));
  const place = { facilityId, weekday };
  const around = { fromTime: timeOf(minutesOf(from) - 60), toTime: timeOf(minutesOf(to) + 60) };
  return {
    groupName: title.slice(0, 80),
    departmentId: null,
    kind,
    ageGroup: ageGroup ?? ('mixed' as const),
    participants: Math.min(500, expectedParticipants ?? 15),
    parts: series.unitIds.length,
    minutes,
    timesPerWeek: 1,
    intervalWeeks: series.intervalWeeks === 2 ? 2 : 1,
    contactName: contactPerson,
    contactPhone,
    note: '',
    options: [
      { ...place, fromTime: from, toTime: to },
      { ...place, ...around },
    ],
  };
}

/** "Nur 9 von 20 Terminen genutzt", if less than 60 % of the marked dates were used. */
async function useOf(tx: Transaction, { id }: SeriesRow): Promise<string> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ state: booking.state })
      .from(booking)
      .where(and(eq(booking.seriesId, id), inArray(booking.state, bookingSets.marked)))
      .limit(1000),
  );
  const used = rows.filter(({ state }) => bookingSets.used.includes(state)).length;
  return rows.length > 0 && used * 10 < rows.length * 6 ? `Nur ${used} von ${rows.length} Terminen genutzt` : '';
}
