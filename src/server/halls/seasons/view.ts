import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { may } from '#shared/kernel/rights.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { targetOf, type Context } from '#server/platform/http/context.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { readUnits } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { holderNotice } from '../organisations/table.ts';
import { heldHours } from './heldHours.ts';
import { season, seasonFacility } from './table.ts';

export type SeasonRow = typeof season.$inferSelect;
type Caller = Pick<Context, 'viewer' | 'hostClub'>;

/** Whether a viewer plans a season: the board of the club that manages it. */
export function plans(caller: Caller, { managerClub }: Pick<SeasonRow, 'managerClub'>): boolean {
  return may({ role: caller.viewer?.role }, 'seasons.plan', targetOf(caller, managerClub)) !== undefined;
}

/** A season that the viewer may see; only its planners see a draft. */
export async function readSeason(caller: Caller, tx: Transaction, id: string): Promise<SeasonRow> {
  const rows = await tx.select().from(season).where(eq(season.id, id));
  const [row] = await knownOf(caller, tx, rows);
  if (!row) throw new Problem('not-found');
  return row;
}

/** Without drafts of others, and without what they called off before anybody was told of it. */
async function knownOf(caller: Caller, tx: Transaction, rows: readonly SeasonRow[]): Promise<SeasonRow[]> {
  const calledOff = rows.filter((row) => row.phase === 'cancelled' && !plans(caller, row)).map(({ id }) => id);
  const told =
    calledOff.length === 0
      ? []
      : await inAllClubs(tx, () =>
          tx.selectDistinct({ id: holderNotice.subjectId }).from(holderNotice).where(inArray(holderNotice.subjectId, calledOff)),
        );
  const untold = new Set(calledOff.filter((id) => !told.some((one) => one.id === id)));
  return rows.filter((row) => (row.phase !== 'draft' || plans(caller, row)) && !untold.has(row.id));
}

/** The seasons that the viewer may see, latest first. */
export async function listSeasons(caller: Caller, tx: Transaction): Promise<Season[]> {
  const rows = await tx.select().from(season).orderBy(desc(season.startsOn), asc(season.id)).limit(100);
  return viewSeasons(caller, tx, await knownOf(caller, tx, rows));
}

/** One season as shown to the viewer. */
export async function viewSeason(caller: Caller, tx: Transaction, row: SeasonRow): Promise<Season> {
  const [view] = await viewSeasons(caller, tx, [row]);
  if (!view) throw new Problem('not-found');
  return view;
}

/** Whether wishes are accepted now. */
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
      // Only planners see the member numbers of others.
      rules: plans(caller, row) ? row.rules : { ...row.rules, members: {} },
      isManaged: plans(caller, row),
      isAccepting: isAccepting({ phase: row.phase, wishesUntil }),
      published: { done: own.filter(({ of }) => of.publishedAt !== null).length, of: own.length },
    };
  });
}
