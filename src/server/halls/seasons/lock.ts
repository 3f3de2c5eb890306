import { eq } from 'drizzle-orm';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { season } from './table.ts';
import { readSeason, type SeasonRow } from './view.ts';

/** The season, locked, if the viewer plans it and has seen its present state. */
export async function lockSeason(context: Context, tx: Transaction, id: string, version?: number): Promise<SeasonRow> {
  await readSeason(context, tx, id);
  const [row] = await tx.select().from(season).where(eq(season.id, id)).for('update');
  if (!row) throw new Problem('forbidden');
  allow(context, 'seasons.plan', targetOf(context, row.managerClub));
  if (version !== undefined && version !== row.version) throw new Problem('conflict');
  return row;
}
