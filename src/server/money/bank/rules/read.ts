import { asc, eq, getColumns, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { payer } from '../../payers/view.ts';
import { bankRule } from './table.ts';

export type RuleRow = Awaited<ReturnType<typeof rulesOf>>[number];

/** The rules of a club in order, with the payer on whose account they book. */
export function rulesOf(tx: Transaction, club: ClubName) {
  return tx
    .select({
      ...getColumns(bankRule),
      payerId: sql<string | null>`coalesce(${bankRule.payerPersonId}, ${bankRule.organisationId})`,
      payerName: sql<string>`coalesce(${payer.listedName}, '')`,
    })
    .from(bankRule)
    .leftJoin(payer, sql`${payer.id} in (${bankRule.payerPersonId}, ${bankRule.organisationId})`)
    .where(eq(bankRule.club, club))
    .orderBy(asc(bankRule.position), asc(bankRule.id));
}
