import { and, eq } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ShownStage } from '#shared/money/dunning/contract.ts';
import { defaultStages, type DunningStage } from '#shared/money/dunning/words.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { dunningLevel } from './table.ts';

/** The levels of a club: its own settings, otherwise the defaults. */
export async function stagesOf(tx: Transaction, club: ClubName): Promise<ShownStage[]> {
  const rows = await tx.select().from(dunningLevel).where(eq(dunningLevel.club, club));
  return defaultStages.map((stage) => {
    const own = rows.find(({ level }) => level === stage.level);
    if (!own) return { ...stage, version: 1 };
    const { club: _club, ...shown } = own;
    return shown;
  });
}

/** Stores the settings of a level. */
export async function saveStage(
  tx: Transaction,
  club: ClubName,
  { version, ...stage }: DunningStage & { version: number },
): Promise<ShownStage> {
  const values = { ...stage, club, version: version + 1 };
  const where = and(eq(dunningLevel.club, club), eq(dunningLevel.level, stage.level), eq(dunningLevel.version, version));
  const rows =
    version === 1
      ? await tx.insert(dunningLevel).values(values).onConflictDoNothing().returning()
      : await tx.update(dunningLevel).set(values).where(where).returning();
  if (rows.length === 0) throw new Problem('conflict');
  return { ...stage, version: version + 1 };
}
