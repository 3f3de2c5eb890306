import { asc, eq } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { bankRule } from './table.ts';

export type RuleRow = typeof bankRule.$inferSelect;

/** The rules of a club in order. */
export function rulesOf(tx: Transaction, club: ClubName): Promise<RuleRow[]> {
  return tx.select().from(bankRule).where(eq(bankRule.club, club)).orderBy(asc(bankRule.position), asc(bankRule.id));
}
