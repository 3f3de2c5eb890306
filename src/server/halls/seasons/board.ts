import { createHash } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { partsInWords } from '#shared/halls/facilities.ts';
import { priorityOf } from '#shared/halls/bookingStates.ts';
import { fixedClassOf } from '#shared/halls/organisations.ts';
import type { Names } from '#shared/halls/seasons/explain.ts';
import type { Placed, PlacingHall, PlacingWish } from '#shared/halls/seasons/placing.ts';
import { boardOf, type Board } from '#shared/halls/seasons/proposal.ts';
import { wishSets } from '#shared/halls/seasons/seasonStates.ts';
import { minutesOf, weekdayNames } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ageGroupNames } from '#shared/halls/bookingStates.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { bookingSeries } from '../bookings/table.ts';
import { readUnits } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { organisation } from '../organisations/table.ts';
import { seasonFacility, seasonGrant, wish, wishOption } from './table.ts';
import type { SeasonRow } from './view.ts';

type GrantRow = typeof seasonGrant.$inferSelect;

/** A wish with the name of its organisation. */
type PlannedWish = typeof wish.$inferSelect & { organisation: string; managerClub: ClubName; club: ClubName | null };

/** Everything needed to make and explain the plans of a season. */
export type SeasonBoard = {
  board: Board;
  wishes: ReadonlyMap<string, PlannedWish>;
  names: Names;
  hallNames: ReadonlyMap<string, string>;
  unitsOf: ReadonlyMap<string, Hall['units']>;
};

/**
 * Reads the counting wishes and the halls of a season. It reads beyond the viewer's scope, so the caller decides what is
 * shown of it.
 */
export async function readBoard(tx: Transaction, season: SeasonRow): Promise<SeasonBoard> {
  return inAllClubs(tx, async () => {
    const halls = await readHalls(tx, season);
    const rows = await readRows(tx, season);
    const wishes = await placingWishes(
      tx,
      season,
      rows.filter(({ row }) => wishSets.counting.includes(row.state)),
    );
    const known = new Map(rows.map(({ row, name, managerClub, club }) => [row.id, { ...row, organisation: name, managerClub, club }]));
    const hallNames = new Map(halls.map(({ id, name }) => [id, name]));
    const names: Names = {
      holderOf: (wishId) => {
        const found = known.get(wishId);
        return found ? `${found.organisation} (${ageGroupNames[found.ageGroup]})` : 'eine andere Gruppe';
      },
      hallOf: (id) => hallNames.get(id) ?? 'Diese Sportstätte',
    };
    const unitsOf = new Map(halls.map(({ id, units }) => [id, units]));
    return {
      board: boardOf({ rules: season.rules, stepMinutes: season.stepMinutes, halls, wishes }),
      wishes: known,
      names,
      hallNames,
      unitsOf,
    };
  });
}

async function readRows(tx: Transaction, season: SeasonRow) {
  const { name, managerClub, club, kind, priorityClass } = organisation;
  return tx
    .select({ row: wish, name, managerClub, club, kind, priorityClass })
    .from(wish)
    .innerJoin(organisation, eq(organisation.id, wish.organisationId))
    .where(eq(wish.seasonId, season.id))
    .orderBy(asc(wish.id))
    .limit(3000);
}

type WishOfOwner = Awaited<ReturnType<typeof readRows>>[number];

/** The counting wishes in the form of the placing rules. */
async function placingWishes(tx: Transaction, season: SeasonRow, rows: readonly WishOfOwner[]): Promise<PlacingWish[]> {
  const ids = rows.map(({ row }) => row.id);
  const options =
    ids.length === 0 ? [] : await tx.select().from(wishOption).where(inArray(wishOption.wishId, ids)).orderBy(asc(wishOption.rank));
  const byWish = Map.groupBy(options, ({ wishId }) => wishId);
  const kept = await readKept(
    tx,
    rows.map(({ row }) => row),
  );
  return rows.map(({ row, kind, priorityClass }) => ({
    id: row.id,
    organisationId: row.organisationId,
    orderNo: row.orderNo,
    priorityClass: fixedClassOf({ kind, priorityClass }) ?? priorityOf(row.kind, row.ageGroup),
    isSchool: kind === 'school',
    participants: row.participants,
    parts: row.parts,
    minutes: row.minutes,
    timesPerWeek: row.timesPerWeek,
    isFortnightly: row.intervalWeeks === 2,
    options: (byWish.get(row.id) ?? []).map(({ facilityId, weekday, fromTime, toTime }) => ({
      facilityId,
      weekday,
      from: minutesOf(fromTime.slice(0, 5)),
      to: minutesOf(toTime.slice(0, 5)),
    })),
    // No time is kept for a wish that nobody confirmed.
    kept: row.state === 'submitted' ? (kept.get(row.id) ?? null) : null,
    lot: createHash('sha256').update(`${season.id}${row.id}`).digest('hex'),
  }));
}

type Hall = PlacingHall & { units: readonly { id: string; label: string }[] };

async function readHalls(tx: Transaction, season: SeasonRow): Promise<Hall[]> {
  const rows = await tx
    .select({ of: seasonFacility, name: facility.name, bufferMinutes: facility.bufferMinutes })
    .from(seasonFacility)
    .innerJoin(facility, eq(facility.id, seasonFacility.facilityId))
    .where(eq(seasonFacility.seasonId, season.id))
    .orderBy(asc(facility.id));
  const units = await readUnits(
    tx,
    rows.map(({ of }) => of.facilityId),
  );
  return rows.map(({ of: { facilityId, windows }, name, bufferMinutes }) => {
    const own = units.filter((unit) => unit.facilityId === facilityId && (unit.retiredOn === null || unit.retiredOn > season.endsOn));
    return {
      id: facilityId,
      name,
      bufferMinutes,
      unitIds: own.map(({ id }) => id),
      units: own,
      windows: windows.map(({ weekday, opens, closes, onlyClass }) => ({
        weekday,
        opens: minutesOf(opens),
        closes: minutesOf(closes),
        onlyClass,
      })),
    };
  });
}

async function readKept(tx: Transaction, rows: readonly { id: string; keepsSeriesId: string | null }[]) {
  const ids = rows.flatMap(({ keepsSeriesId }) => keepsSeriesId ?? []);
  const series = ids.length === 0 ? [] : await tx.select().from(bookingSeries).where(inArray(bookingSeries.id, ids));
  const byId = new Map(series.map((one) => [one.id, one]));
  return new Map(
    rows.flatMap(({ id, keepsSeriesId }) => {
      const one = keepsSeriesId ? byId.get(keepsSeriesId) : undefined;
      if (!one) return [];
      return [
        [
          id,
          { facilityId: one.facilityId, unitIds: one.unitIds, weekday: one.weekday, start: minutesOf(one.startTime.slice(0, 5)) },
        ] as const,
      ];
    }),
  );
}

/** A grant in the form of the placing rules; one that was placed where the wish did not ask for is treated as locked. */
export function placedOf({ board }: SeasonBoard, row: GrantRow): Placed {
  const [start, end] = [minutesOf(row.startTime.slice(0, 5)), minutesOf(row.endTime.slice(0, 5))];
  const units = row.unitIds.toSorted().join();
  const candidate = board.candidates
    .get(row.wishId)
    ?.find(
      (one) =>
        one.facilityId === row.facilityId &&
        one.weekday === row.weekday &&
        one.start === start &&
        one.week === row.week &&
        one.unitIds.toSorted().join() === units,
    );
  const { wishId, facilityId, unitIds, weekday, week } = row;
  const place = { wishId, facilityId, unitIds, weekday, week, start, end };
  if (!candidate) return { ...place, isLocked: true, reason: row.reason || 'von Hand gegeben', points: 0, option: 9, isKept: false };
  const { points, option, isKept } = candidate;
  return { ...place, isLocked: row.isLocked, reason: row.reason, points, option, isKept };
}

/** "Dienstag 17:00–18:30, Dreifachhalle, Drittel 1". */
export function placeWords(
  { hallNames, unitsOf }: SeasonBoard,
  {
    weekday,
    startTime,
    endTime,
    facilityId,
    unitIds,
  }: { weekday: number; startTime: string; endTime: string; facilityId: string; unitIds: readonly string[] },
): string {
  const parts = partsInWords(unitsOf.get(facilityId) ?? [], unitIds);
  return [`${weekdayNames[weekday - 1] ?? ''} ${startTime}–${endTime}`, hallNames.get(facilityId) ?? '', parts].filter(Boolean).join(', ');
}
