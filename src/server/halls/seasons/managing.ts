import { eq } from 'drizzle-orm';
import { clubNames } from '#shared/kernel/clubs.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { season } from './table.ts';
import { readSeason, type SeasonRow } from './view.ts';

/** Locks the season, and checks the viewer's rights and the version. */
export async function lockSeason(context: Context, tx: Transaction, id: string, version?: number): Promise<SeasonRow> {
  await readSeason(context, tx, id);
  const [row] = await tx.select().from(season).where(eq(season.id, id)).for('update');
  if (!row) throw new Problem('forbidden');
  allow(context, 'seasons.plan', targetOf(context, row.managerClub));
  if (version !== undefined && version !== row.version) throw new Problem('conflict');
  return row;
}

/** Logs a change of a season at its manager, and notifies the browsers of all clubs. */
export function noteSeason(write: Write, { id, managerClub }: Pick<SeasonRow, 'id' | 'managerClub'>, content: string, by?: Actor): void {
  write.audit('seasons.plan', { club: managerClub, id, by }, content);
  for (const club of clubNames) write.changed({ collection: 'seasons', club, entityId: id });
}

/** The same for changes that concern the manager alone: nobody else is notified. */
export function noteManager(write: Write, { id, managerClub }: Pick<SeasonRow, 'id' | 'managerClub'>, content: string): void {
  write.audit('seasons.plan', { club: managerClub, id }, content);
  write.changed({ collection: 'seasons', club: managerClub, entityId: id });
}
