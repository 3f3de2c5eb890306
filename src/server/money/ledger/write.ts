import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { chargeSourceNames } from '#shared/money/books/words.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { LedgerAccount, LedgerAccountInput } from '#shared/money/ledger/contract.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { charge } from '../charges/table.ts';
import { feeRule } from '../fees/table.ts';
import { ledgerAccount, ledgerSource } from './table.ts';

export type AccountRow = typeof ledgerAccount.$inferSelect;

/** Accounts as shown to the treasurer. */
export async function toAccounts(tx: Transaction, rows: readonly AccountRow[]): Promise<LedgerAccount[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sources = await tx.select().from(ledgerSource).where(inArray(ledgerSource.accountId, ids)).orderBy(asc(ledgerSource.source));
  const rules = await tx
    .select({ accountId: feeRule.ledgerAccountId, name: feeRule.name })
    .from(feeRule)
    .where(inArray(feeRule.ledgerAccountId, ids))
    .orderBy(asc(feeRule.position), asc(feeRule.id));
  const used = await tx.selectDistinct({ id: charge.ledgerAccountId }).from(charge).where(inArray(charge.ledgerAccountId, ids));
  return rows.map(({ club: _club, ...row }) => ({
    ...row,
    // A refund is booked to the account of its charge, independent of these rows.
    sources: sources.flatMap(({ accountId, source }) => (accountId === row.id && source !== 'refund' ? [source] : [])),
    rules: rules.filter(({ accountId }) => accountId === row.id).map(({ name }) => name),
    isUsed: used.some(({ id }) => id === row.id),
  }));
}

/** Assigns sources to an account; throws for one that is assigned to another account. */
export async function bookSources(tx: Transaction, { id, club }: AccountRow, sources: LedgerAccountInput['sources']): Promise<void> {
  const taken = await tx
    .select({ source: ledgerSource.source, name: ledgerAccount.name })
    .from(ledgerSource)
    .innerJoin(ledgerAccount, eq(ledgerAccount.id, ledgerSource.accountId))
    .where(and(eq(ledgerSource.club, club), ne(ledgerSource.accountId, id), inArray(ledgerSource.source, [...sources])));
  const [first] = taken;
  if (first) throw fieldProblem('sources', `„${chargeSourceNames[first.source]}“ bucht schon auf „${first.name}“.`);
  await tx.delete(ledgerSource).where(eq(ledgerSource.accountId, id));
  if (sources.length > 0) await tx.insert(ledgerSource).values([...new Set(sources)].map((source) => ({ club, source, accountId: id })));
}

/** Throws for an account that accepts no new bookings. */
export async function refuseAccount(tx: Transaction, club: ClubName, accountId: string | null): Promise<void> {
  if (accountId === null) return;
  const [row] = await tx
    .select({ id: ledgerAccount.id })
    .from(ledgerAccount)
    .where(and(eq(ledgerAccount.id, accountId), eq(ledgerAccount.club, club), isNull(ledgerAccount.endedOn)));
  if (!row) throw fieldProblem('ledgerAccountId', 'Dieses Buchungskonto gibt es nicht mehr. Bitte ein anderes wählen.');
}

/** Serialises changes to the ledger accounts of a club. */
export function lockAccounts(tx: Transaction, club: ClubName) {
  return tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`ledger:${club}`}, 0))`);
}
