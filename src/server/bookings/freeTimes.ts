import { and, eq, inArray, sql } from 'drizzle-orm';
import { addDays, instantOf, localOf, minutesOf, timeOf, type LocalDate, type LocalTime } from '#shared/calendar.ts';
import type { Slot } from '#shared/bookings.ts';
import { freeStretches, type Busy } from '#shared/freeTimes.ts';
import { dayRulesByFacility } from '../calendar/service.ts';
import { closingReasons, readOpenings, readUnits } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { now } from '../platform/clock.ts';
import type { Viewer } from '../platform/context.ts';
import type { Transaction } from '../platform/database.ts';
import { mayBook } from './rights.ts';
import { occupancy } from './table.ts';

/** What is searched: on which days, how long, how many parts, between which hours. */
export type FreeWish = {
  dates: readonly LocalDate[];
  minutes: number;
  parts: number;
  earliest: LocalTime;
  latest: LocalTime;
  facilityId?: string | undefined;
};

type Candidate = Awaited<ReturnType<typeof readCandidates>>;

/** The stretches that are free at facilities which somebody may book, by day and time, at most `limit`. */
export async function findFree(tx: Transaction, viewer: Viewer, wish: FreeWish, limit: number): Promise<Slot[]> {
  if (wish.dates.length === 0) return [];
  const candidates = await readCandidates(tx, viewer, wish);
  const found: Slot[] = [];
  for (const date of wish.dates) {
    found.push(...candidates.places.flatMap((place) => freeAt(place, candidates.busy, date, wish)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** What else would be free instead of a time that is taken: the same hall at another time, another hall at the same time. */
export async function alternatives(
  tx: Transaction,
  viewer: Viewer,
  dates: readonly LocalDate[],
  { facilityId, unitIds, startTime, endTime }: { facilityId: string; unitIds: readonly string[]; startTime: LocalTime; endTime: LocalTime },
): Promise<Map<LocalDate, { otherTimes: Slot[]; otherHalls: Slot[] }>> {
  const minutes = minutesOf(endTime) - minutesOf(startTime);
  const wish = { dates, minutes, parts: unitIds.length };
  const candidates =
    dates.length > 0 ? await readCandidates(tx, viewer, { ...wish, earliest: '00:00', latest: '23:59' }) : { places: [], busy: new Map() };
  const cut = (slot: Slot): Slot => ({
    ...slot,
    endTime: timeOf(minutesOf(slot.startTime) + minutes),
    unitIds: slot.unitIds.slice(0, unitIds.length),
  });
  return new Map(
    dates.map((date) => {
      const free = candidates.places.flatMap((place) =>
        freeAt(place, candidates.busy, date, { ...wish, earliest: '00:00', latest: '23:59' }),
      );
      const here = free.filter((slot) => slot.facilityId === facilityId);
      const elsewhere = free.filter((slot) => slot.facilityId !== facilityId && slot.startTime <= startTime && slot.endTime >= endTime);
      const near = (slot: Slot) => Math.abs(minutesOf(slot.startTime) - minutesOf(startTime));
      return [
        date,
        {
          otherTimes: here
            .toSorted((a, b) => near(a) - near(b))
            .slice(0, 3)
            .map(cut),
          otherHalls: elsewhere.slice(0, 3).map((slot) => ({ ...cut(slot), startTime, endTime })),
        },
      ];
    }),
  );
}

async function readCandidates(tx: Transaction, viewer: Viewer, { dates, facilityId }: FreeWish) {
  const sorted = [...dates].toSorted();
  const [from = '', to = from] = [sorted[0], sorted.at(-1)];
  const rows = await tx
    .select()
    .from(facility)
    .where(and(eq(facility.isActive, true), facilityId ? eq(facility.id, facilityId) : undefined))
    .orderBy(facility.name)
    .limit(200);
  const bookable = rows.filter((row) => mayBook(viewer, row) || row.managerClub === viewer.club);
  const ids = bookable.map(({ id }) => id);
  const [units, openings] = [await readUnits(tx, ids), await readOpenings(tx, ids)];
  const places = [];
  const rulesOf = await dayRulesByFacility(tx, from, to, ids);
  for (const row of bookable) {
    const rules = rulesOf.get(row.id) ?? [];
    places.push({
      row,
      closed: closingReasons(row, rules, from, to),
      units: units.filter((unit) => unit.facilityId === row.id),
      openings: openings.filter((opening) => opening.facilityId === row.id),
    });
  }
  const busy = await readBusy(
    tx,
    units.map(({ id }) => id),
    from,
    to,
  );
  return { places, busy };
}

async function readBusy(tx: Transaction, unitIds: string[], from: LocalDate, to: LocalDate): Promise<Map<string, Busy[]>> {
  if (unitIds.length === 0) return new Map();
  const rows = await tx
    .select({
      unitId: occupancy.unitId,
      fromMs: sql<number>`extract(epoch from lower(${occupancy.during}))::float8 * 1000`,
      toMs: sql<number>`extract(epoch from upper(${occupancy.during}))::float8 * 1000`,
    })
    .from(occupancy)
    .where(
      and(
        inArray(occupancy.unitId, unitIds),
        eq(occupancy.blocking, true),
        sql`${occupancy.during} && tstzrange(${instantOf(from, '00:00')}, ${instantOf(addDays(to, 1), '00:00')})`,
      ),
    );
  return Map.groupBy(rows, ({ fromMs }) => localOf(new Date(fromMs)).date);
}

function freeAt(
  { row, closed, units, openings }: Candidate['places'][number],
  busy: ReadonlyMap<string, Busy[]>,
  date: LocalDate,
  { minutes, parts, earliest, latest }: FreeWish,
): Slot[] {
  if (closed.has(date)) return [];
  const { gridMinutes, bufferMinutes } = row;
  return freeStretches({ gridMinutes, bufferMinutes, units, openings }, busy.get(date) ?? [], date, {
    minutes,
    parts,
    earliest,
    latest,
    notBefore: now(),
  }).map((slot) => ({ ...slot, date, facilityId: row.id, facilityName: row.name }));
}
