import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { may } from '#shared/kernel/rights.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { readUnits } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { heldHours } from './heldHours.ts';
import { season, seasonFacility } from './table.ts';

export type SeasonRow = typeof season.$inferSelect;
type Caller = Pick<Context, 'viewer' | 'hostClub'>;

/** Whether a viewer plans a season: the board of the club that manages it. */
export function plans(caller: Caller, { managerClub }: Pick<SeasonRow, 'managerClub'>): boolean {
  return may({ role: caller.viewer?.role }, 'seasons.plan', targetOf(caller, managerClub)) !== undefined;
}

/** A season that the viewer may know of; a draft is known to its planners only. */
export async function readSeason(caller: Caller, tx: Transaction, id: string): Promise<SeasonRow> {
  const [row] = await tx.select().from(season).where(eq(season.id, id));
  if (!row || (row.phase === 'draft' && !plans(caller, row))) throw new Problem('not-found');
  return row;
}

/** The seasons that the viewer may know of, the latest first. */
export async function listSeasons(caller: Caller, tx: Transaction): Promise<Season[]> {
  const rows = await tx.select().from(season).orderBy(desc(season.startsOn), asc(season.id)).limit(100);
  const known = rows.filter((row) => row.phase !== 'draft' || plans(caller, row));
  return viewSeasons(caller, tx, known);
}

/** One season as the viewer sees it. */
export async function viewSeason(caller: Caller, tx: Transaction, row: SeasonRow): Promise<Season> {
  const [view] = await viewSeasons(caller, tx, [row]);
  if (!view) throw new Problem('not-found');
  return view;
}

/** Whether wishes are taken now. */
export function isAccepting({ phase, wishesUntil }: Pick<SeasonRow, 'phase' | 'wishesUntil'>): boolean {
  return phase === 'open' && now() <= wishesUntil;
}

async function viewSeasons(caller: Caller, tx: Transaction, rows: readonly SeasonRow[]): Promise<Season[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const halls = await tx
    .select({ of: seasonFacility, name: facility.name, bufferMinutes: facility.bufferMinutes })
    .from(seasonFacility)
    .innerJoin(facility, eq(facility.id, seasonFacility.facilityId))
    .where(and(inArray(seasonFacility.seasonId, ids)))
    .orderBy(asc(facility.name), asc(facility.id));
  const units = await readUnits(
    tx,
    halls.map(({ of }) => of.facilityId),
  );
  const held = await heldHours(
    tx,
    rows.map((season) => ({
      season,
      facilityIds: halls.filter(({ of }) => of.seasonId === season.id).map(({ of }) => of.facilityId),
    })),
  );
  return rows.map(({ wishesFrom, wishesUntil, objectionsUntil, ...row }) => {
    const own = halls.filter(({ of }) => of.seasonId === row.id);
    return {
      ...row,
      wishesFrom: wishesFrom.toISOString(),
      wishesUntil: wishesUntil.toISOString(),
      objectionsUntil: objectionsUntil?.toISOString() ?? null,
      facilities: own.map(({ of: { facilityId, windows }, name, bufferMinutes }) => ({
        facilityId,
        name,
        bufferMinutes,
        windows,
        held: held.get(`${row.id} ${facilityId}`) ?? [],
        units: units.filter((unit) => unit.facilityId === facilityId).map(({ id, label }) => ({ id, label })),
      })),
      // Member numbers of others are shown to planners only.
      rules: plans(caller, row) ? row.rules : { ...row.rules, members: {} },
      isManaged: plans(caller, row),
      isAccepting: isAccepting({ phase: row.phase, wishesUntil }),
      published: { done: own.filter(({ of }) => of.publishedAt !== null).length, of: own.length },
    };
  });
}
