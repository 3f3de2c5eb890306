import { and, asc, desc, eq, isNotNull, isNull, max } from 'drizzle-orm';
import type { Placed } from '#shared/halls/seasons/placing.ts';
import { minutesOf, timeOf } from '#shared/kernel/calendar.ts';
import { inAllClubs, sqlState, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import type { SeasonBoard } from './board.ts';
import { seasonGrant, seasonGrantUnit, seasonPlan } from './table.ts';
import type { SeasonRow } from './view.ts';

export type PlanRow = typeof seasonPlan.$inferSelect;
export type GrantRow = typeof seasonGrant.$inferSelect;

/** The plan that the manager edits. */
export async function workingPlan(tx: Transaction, seasonId: string): Promise<PlanRow | undefined> {
  const [row] = await tx
    .select()
    .from(seasonPlan)
    .where(and(eq(seasonPlan.seasonId, seasonId), isNull(seasonPlan.frozenAt)));
  return row;
}

/** The plan that was sent last. */
export async function sentPlan(tx: Transaction, seasonId: string): Promise<PlanRow | undefined> {
  const [row] = await tx
    .select()
    .from(seasonPlan)
    .where(and(eq(seasonPlan.seasonId, seasonId), isNotNull(seasonPlan.sentOutAt)))
    .orderBy(desc(seasonPlan.number))
    .limit(1);
  return row;
}

/** The grants of a plan, in the order of the week. */
export function readGrants(tx: Transaction, planId: string): Promise<GrantRow[]> {
  return inAllClubs(tx, () =>
    tx
      .select()
      .from(seasonGrant)
      .where(eq(seasonGrant.planId, planId))
      .orderBy(asc(seasonGrant.weekday), asc(seasonGrant.startTime), asc(seasonGrant.id))
      .limit(5000),
  );
}

type NewPlan = {
  name: string;
  madeBy: PlanRow['madeBy'];
  isFrozen: boolean;
  placed: readonly Placed[];
  search?: PlanRow['search'];
};

/** Inserts a version of the plan with these places. */
export async function insertPlan(
  tx: Transaction,
  season: SeasonRow,
  board: SeasonBoard,
  { name, madeBy, isFrozen, placed, search = null }: NewPlan,
): Promise<PlanRow> {
  const [last] = await tx
    .select({ number: max(seasonPlan.number) })
    .from(seasonPlan)
    .where(eq(seasonPlan.seasonId, season.id));
  const number = (last?.number ?? 0) + 1;
  const [plan] = await tx
    .insert(seasonPlan)
    .values({
      seasonId: season.id,
      number,
      name: name || `Vorschlag ${number}`,
      madeBy,
      points: placed.reduce((sum, one) => sum + one.points, 0),
      search,
      frozenAt: isFrozen ? now() : null,
      createdAt: now(),
    })
    .returning();
  if (!plan) throw new Error('The plan was not written.');
  await insertGrants(tx, board, plan.id, placed);
  return plan;
}

/** Inserts places into a plan. 409 if a part is taken: a constraint of the database, also for concurrent writes. */
export async function insertGrants(tx: Transaction, { board }: SeasonBoard, planId: string, placed: readonly Placed[]): Promise<void> {
  if (placed.length === 0) return;
  const rows = await tx
    .insert(seasonGrant)
    .values(
      placed.map(({ wishId, facilityId, unitIds, weekday, week, start, end, isLocked, reason }) => ({
        planId,
        wishId,
        facilityId,
        unitIds: [...unitIds].toSorted(),
        weekday,
        startTime: timeOf(start),
        endTime: timeOf(end),
        week,
        isLocked,
        reason,
      })),
    )
    .returning()
    .catch(refuseTaken);
  const buffers = new Map(board.input.halls.map(({ id, bufferMinutes }) => [id, bufferMinutes]));
  await tx
    .insert(seasonGrantUnit)
    .values(rows.flatMap((row) => unitRows(row, buffers.get(row.facilityId) ?? 0)))
    .catch(refuseTaken);
}

function unitRows(row: GrantRow, bufferMinutes: number): (typeof seasonGrantUnit.$inferInsert)[] {
  const span = `[${minutesOf(row.startTime.slice(0, 5))},${minutesOf(row.endTime.slice(0, 5)) + bufferMinutes})`;
  const parities = row.week === 'every' ? [0, 1] : [row.week === 'odd' ? 1 : 0];
  return row.unitIds.flatMap((unitId) =>
    parities.map((parity) => ({ grantId: row.id, planId: row.planId, unitId, weekday: row.weekday, parity, span })),
  );
}

function refuseTaken(error: unknown): never {
  if (['23P01', '23505', '40P01'].includes(sqlState(error) ?? '')) throw new Problem('occupied', { cause: error });
  throw error;
}
