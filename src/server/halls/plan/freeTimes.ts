import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { addDays, instantOf, minutesOf, timeOf, type LocalDate, type LocalTime } from '#shared/kernel/calendar.ts';
import type { Slot } from '#shared/halls/bookings.ts';
import { freeStretches } from '#shared/halls/freeTimes.ts';
import { publicHolidayRules, type DayRule } from '#shared/halls/holidays.ts';
import { kindsFor } from '#shared/halls/sports.ts';
import { kmBetween, suggestionCost } from '#shared/halls/suggestions.ts';
import { home } from '../closures/service.ts';
import { closingReasons, type FacilityRow, type Opening, type Unit } from '../facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { mayBook } from '../bookings/rights.ts';

/** The search criteria: days, duration, number of units, range of hours. */
export type FreeWish = {
  dates: readonly LocalDate[];
  minutes: number;
  parts: number;
  earliest: LocalTime;
  latest: LocalTime;
  facilityId?: string | undefined;
};

type Candidate = Awaited<ReturnType<typeof readCandidates>>[number];

/** The free periods at facilities that the viewer may book, by day and time, at most `limit`. */
export async function findFree(database: Database, viewer: Viewer, wish: FreeWish, limit: number): Promise<Slot[]> {
  if (wish.dates.length === 0) return [];
  const candidates = await readCandidates(askBySelf(database), viewer, wish);
  const found: Slot[] = [];
  for (const date of wish.dates) {
    found.push(...candidates.flatMap((place) => freeAt(place, date, wish)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** A taken time; `about` says what it was for, to prefer suitable halls. */
type Taken = { facilityId: string; unitIds: readonly string[]; startTime: LocalTime; endTime: LocalTime; about?: string | undefined };

/** The maximum distance in minutes of an alternative time. */
const nearMinutes = 120;

/** The alternatives to a taken time: the same hall at another time, another hall at the same time, or another hall at a near time. */
export async function alternatives(
  tx: Transaction,
  viewer: Viewer,
  dates: readonly LocalDate[],
  { facilityId, unitIds, startTime, endTime, about = '' }: Taken,
): Promise<Map<LocalDate, { otherTimes: Slot[]; otherHalls: Slot[]; nearby: Slot[] }>> {
  const minutes = minutesOf(endTime) - minutesOf(startTime);
  const wish = { dates, minutes, parts: unitIds.length };
  const candidates = dates.length > 0 ? await readCandidates(askWithin(tx), viewer, { ...wish, earliest: '00:00', latest: '23:59' }) : [];
  const rowOf = new Map(candidates.map(({ row }) => [row.id, row]));
  const here = rowOf.get(facilityId);
  const kinds = kindsFor(here?.kind ?? 'other', about);
  const fitOf = (slot: Slot) => kinds.indexOf(rowOf.get(slot.facilityId)?.kind ?? 'other');
  const near = (slot: Slot) => Math.abs(minutesOf(slot.startTime) - minutesOf(startTime));
  const costOf = (slot: Slot, atItsTime: boolean) => {
    const there = rowOf.get(slot.facilityId);
    return suggestionCost({
      minutes: atItsTime ? 0 : near(slot),
      kindRank: fitOf(slot),
      isSameHall: slot.facilityId === facilityId,
      km: here && there ? kmBetween(here, there) : 0,
      surplusUnits: (there?.units?.length ?? unitIds.length) - unitIds.length,
    });
  };
  const cut = (slot: Slot): Slot => ({
    ...slot,
    endTime: timeOf(minutesOf(slot.startTime) + minutes),
    unitIds: slot.unitIds.slice(0, unitIds.length),
  });
  const nearest = (slot: Slot): Slot =>
    cut({ ...slot, startTime: nearestIn(slot, startTime, minutes, rowOf.get(slot.facilityId)?.gridMinutes ?? 15) });
  return new Map(
    dates.map((date) => {
      const free = candidates.flatMap((place) => freeAt(place, date, { ...wish, earliest: '00:00', latest: '23:59' }));
      const sameHall = free.filter((slot) => slot.facilityId === facilityId);
      const fitting = free.filter((slot) => slot.facilityId !== facilityId && fitOf(slot) >= 0);
      const elsewhere = fitting
        .filter((slot) => slot.startTime <= startTime && slot.endTime >= endTime)
        .toSorted((a, b) => costOf(a, true) - costOf(b, true));
      return [
        date,
        {
          otherTimes: sameHall
            .map(nearest)
            .toSorted((a, b) => near(a) - near(b))
            .slice(0, 3),
          otherHalls: elsewhere.slice(0, 3).map((slot) => ({ ...cut(slot), startTime, endTime })),
          nearby: fitting
            .map(nearest)
            .filter((slot) => near(slot) > 0 && near(slot) <= nearMinutes)
            .toSorted((a, b) => costOf(a, false) - costOf(b, false))
            .slice(0, 3),
        },
      ];
    }),
  );
}

/** The start of a booking of `minutes` within a free period, as close to the wanted start as possible. */
function nearestIn({ startTime, endTime }: Slot, wanted: LocalTime, minutes: number, grid: number): LocalTime {
  const last = Math.floor((minutesOf(endTime) - minutes) / grid) * grid;
  return timeOf(Math.max(minutesOf(startTime), Math.min(minutesOf(wanted), last)));
}

/** Runs the query: within a transaction, or without one as a prepared statement. */
type Ask = (query: SQL) => Promise<Found[]>;

/** A facility with lists of plain values, since naming each value takes the database longer than finding them. */
type Found = Pick<
  FacilityRow,
  | 'id'
  | 'name'
  | 'kind'
  | 'managerClub'
  | 'ownerKind'
  | 'gridMinutes'
  | 'bufferMinutes'
  | 'closedInSchoolHolidays'
  | 'closedOnPublicHolidays'
  | 'latitude'
  | 'longitude'
> & {
  units: [id: string, label: string, retiredOn: LocalDate | null, sort: number][] | null;
  openings: [weekday: number, opens: string, closes: string, validFrom: LocalDate | null, validTo: LocalDate | null][] | null;
  rules: [kind: DayRule['kind'], name: string, startsOn: LocalDate, endsOn: LocalDate][] | null;
  /** The taken times as "unit from to" in seconds, comma-separated: there are hundreds, and this is the fastest to write and parse. */
  busy: string | null;
};

const dialect = new PgDialect();

/** The whole search is one statement on one snapshot, so it needs no transaction. */
function askBySelf({ pool }: Database): Ask {
  return async (query) => {
    const { sql: text, params } = dialect.sqlToQuery(query);
    // The searches in one hall and in all halls are two texts, each with its own plan.
    const { rows } = await pool.query<Found>({ name: `free times ${params.length}`, text, values: params });
    return rows;
  };
}

function askWithin(tx: Transaction): Ask {
  return async (query) => (await tx.execute<Found>(query)).rows;
}

async function readCandidates(ask: Ask, viewer: Viewer, { dates, facilityId }: FreeWish) {
  const sorted = [...dates].toSorted();
  const [from = '', to = from] = [sorted[0], sorted.at(-1)];
  const rows = await ask(candidatesQuery(from, to, facilityId));
  const holidays = publicHolidayRules(from, to);
  return rows
    .filter((row) => mayBook(viewer, row) || row.managerClub === viewer.club)
    .map((row) => ({
      row,
      closed: closingReasons(row, [...holidays, ...(row.rules ?? []).map(toRule)], from, to),
      units: toUnits(row),
      openings: toOpenings(row),
      busy: row.busy ? row.busy.split(',').map(toBusy) : [],
    }));
}

/** Each facility with its units, opening hours, holidays and taken times as lists. */
function candidatesQuery(from: LocalDate, to: LocalDate, facilityId: string | undefined): SQL {
  return sql`select f.id, f.name, f.kind, f.manager_club as "managerClub", f.owner_kind as "ownerKind", f.grid_minutes as "gridMinutes",
      f.buffer_minutes as "bufferMinutes", f.closed_in_school_holidays as "closedInSchoolHolidays",
      f.closed_on_public_holidays as "closedOnPublicHolidays", f.latitude, f.longitude,
      (select json_agg(json_build_array(u.id, u.label, u.retired_on, u.sort)) from facility_unit u where u.facility_id = f.id) as units,
      (select json_agg(json_build_array(o.weekday, o.opens, o.closes, o.valid_from, o.valid_to))
        from facility_opening o where o.facility_id = f.id) as openings,
      (select json_agg(json_build_array(r.kind, r.name, r.starts_on, r.ends_on))
        from calendar_day_rule r where r.starts_on <= ${to} and r.ends_on >= ${from} and (r.scope = 'state' and r.scope_id = ${home.state}
          or r.scope = 'town' and r.scope_id = ${home.town} or r.scope = 'facility' and r.scope_id = f.id::text)) as rules,
      (select string_agg(concat(o.unit_id, ' ', date_part('epoch', lower(o.during)), ' ', date_part('epoch', upper(o.during))), ',')
        from facility_unit u join occupancy o on o.unit_id = u.id where u.facility_id = f.id and o.blocking
          and o.during && tstzrange(${instantOf(from, '00:00')}, ${instantOf(addDays(to, 1), '00:00')})) as busy
    from facility f where f.is_active ${facilityId ? sql`and f.id = ${facilityId}::uuid` : sql``} order by f.name limit 200`;
}

function toBusy(text: string): { unitId: string; fromMs: number; toMs: number } {
  const [unitId = '', begin, end] = text.split(' ');
  return { unitId, fromMs: Number(begin) * 1000, toMs: Number(end) * 1000 };
}

function toUnits({ id: facilityId, units }: Found): Unit[] {
  return (units ?? [])
    .toSorted((a, b) => a[3] - b[3] || (a[0] < b[0] ? -1 : 1))
    .map(([id, label, retiredOn]) => ({ id, facilityId, label, retiredOn }));
}

function toOpenings({ id: facilityId, openings }: Found): Opening[] {
  return (openings ?? [])
    .map(([weekday, opens, closes, validFrom, validTo]) => ({
      facilityId,
      weekday,
      opens: opens.slice(0, 5),
      closes: closes.slice(0, 5),
      validFrom,
      validTo,
    }))
    .toSorted((a, b) => (a.opens < b.opens ? -1 : 1));
}

function toRule([kind, name, startsOn, endsOn]: NonNullable<Found['rules']>[number]): DayRule {
  return { kind, name, startsOn, endsOn };
}

function freeAt(
  { row, closed, units, openings, busy }: Candidate,
  date: LocalDate,
  { minutes, parts, earliest, latest }: FreeWish,
): Slot[] {
  if (closed.has(date)) return [];
  const { gridMinutes, bufferMinutes } = row;
  const [begin, end] = [instantOf(date, '00:00').getTime(), instantOf(addDays(date, 1), '00:00').getTime()];
  const ofDay = busy.filter(({ fromMs, toMs }) => fromMs < end && toMs > begin);
  return freeStretches({ gridMinutes, bufferMinutes, units, openings }, ofDay, date, {
    minutes,
    parts,
    earliest,
    latest,
    notBefore: now(),
  }).map((slot) => ({ ...slot, date, facilityId: row.id, facilityName: row.name }));
}
