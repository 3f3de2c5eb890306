import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { maskedIban } from '#shared/kernel/iban.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { clubAccount } from './table.ts';

export type AccountRow = typeof clubAccount.$inferSelect;

/** The account of a club for incoming money; what is not set is empty. */
export type Creditor = { creditorName: string; creditorId: string; creditorIban: string };

/** The accounts for incoming money of some clubs, in one query. */
export async function creditorsOf(source: Transaction, clubs: readonly ClubName[]): Promise<Map<ClubName, Creditor>> {
  const rows = await source
    .select()
    .from(clubAccount)
    .where(and(inArray(clubAccount.club, [...clubs]), clubAccount.isCollect));
  return new Map(rows.map((row) => [row.club, creditorIn(row)]));
}

function creditorIn({ holder, creditorId, iban }: AccountRow): Creditor {
  return { creditorName: holder, creditorId, creditorIban: iban };
}

/** The account of a club for incoming money, and what debits to it lack. */
export async function creditorOf(source: Transaction, club: ClubName): Promise<Creditor & { missing: string[] }> {
  const creditor = (await creditorsOf(source, [club])).get(club) ?? { creditorName: '', creditorId: '', creditorIban: '' };
  return { ...creditor, missing: missingIn(creditor) };
}

function missingIn({ creditorName, creditorId, creditorIban }: Creditor): string[] {
  const missing = [!creditorName && 'Kontoinhaber', !creditorIban && 'IBAN', !creditorId && 'Gläubiger-Identifikationsnummer'];
  return missing.filter((word) => word !== false);
}

/** Where to transfer to; null unless the account is set. */
export function transferAccount(creditor: Creditor | undefined): { name: string; iban: string } | null {
  if (!creditor?.creditorName || !creditor.creditorIban) return null;
  return { name: creditor.creditorName, iban: creditor.creditorIban };
}

/** The bank accounts of a club, the first one first. */
export function bankAccountsOf(tx: Transaction, club: ClubName): Promise<AccountRow[]> {
  return tx
    .select()
    .from(clubAccount)
    .where(and(eq(clubAccount.club, club), eq(clubAccount.kind, 'bank')))
    .orderBy(asc(clubAccount.createdAt), asc(clubAccount.id));
}

/** How the accounts of runs are shown: the name today and the last digits of the IBAN then; null is the first account. */
export async function accountWords(
  tx: Transaction,
  club: ClubName | undefined,
): Promise<(accountId: string | null, iban: string) => string> {
  const accounts = club ? await bankAccountsOf(tx, club) : [];
  return (accountId, iban) => {
    const account = accounts.find(({ id }) => id === accountId) ?? accounts[0];
    return [account?.name, maskedIban(iban)].filter(Boolean).join(', ');
  };
}

/** What a run uses an account for. */
type Use = 'isCollect' | 'isPay';
/** The account of a run with its creditor, and what it lacks for that. */
export type UsedAccount = Creditor & { accountId: string | null; formerCreditorId: string; missing: string[] };

type Wanted = { use: Use; chosenId: string | undefined; /** Against being closed meanwhile. */ isLocked?: boolean };

/** The account chosen for a run, or the one that the club uses for it. */
export async function accountFor(tx: Transaction, club: ClubName, { use, chosenId, isLocked = false }: Wanted): Promise<UsedAccount> {
  const query = tx
    .select()
    .from(clubAccount)
    .where(and(eq(clubAccount.club, club), eq(clubAccount.kind, 'bank'), chosenId ? eq(clubAccount.id, chosenId) : clubAccount[use]))
    .$dynamic();
  const [row] = await (isLocked ? query.for('share') : query);
  if (chosenId && !row) throw new Problem('not-found');
  if (chosenId && (row?.endedOn || !row?.isConfirmed))
    throw fieldProblem('accountId', `Dieses Konto ist ${row?.endedOn ? 'beendet' : 'noch nicht bestätigt'}. Bitte ein anderes wählen.`);
  const creditor = row ? creditorIn(row) : { creditorName: '', creditorId: '', creditorIban: '' };
  const missing = missingIn(creditor);
  return { ...creditor, accountId: row?.id ?? null, formerCreditorId: row?.formerCreditorId ?? '', missing };
}

/** An account of the club on which something can still be booked by hand. */
export async function openAccount(tx: Transaction, club: ClubName, accountId: string): Promise<AccountRow> {
  const row = (await bankAccountsOf(tx, club)).find(({ id }) => id === accountId);
  if (!row) throw new Problem('not-found');
  if (row.endedOn) throw fieldProblem('accountId', 'Dieses Konto ist beendet. Bitte ein anderes wählen.');
  return row;
}

/** Whether an IBAN is one of the club's own accounts. */
export async function isOwnIban(tx: Transaction, club: ClubName, iban: string): Promise<boolean> {
  return iban !== '' && (await bankAccountsOf(tx, club)).some((row) => row.iban === iban);
}

/** SQL for a row on an account. Rows without one belong to the first account, and to the club as long as it has none. */
export function liesOn(column: PgColumn | SQL, account: AccountRow | undefined, isMain: boolean): SQL {
  if (!account) return sql`true`;
  return isMain ? sql`(${column} = ${account.id} or ${column} is null)` : sql`${column} = ${account.id}`;
}

/** The cash box of a club with its opening balance; undefined until that is set. */
export async function cashBoxOf(tx: Transaction, club: ClubName): Promise<AccountRow | undefined> {
  const [row] = await tx
    .select()
    .from(clubAccount)
    .where(and(eq(clubAccount.club, club), eq(clubAccount.kind, 'cash'), isNull(clubAccount.endedOn)));
  return row;
}

/** Serialises changes to the bank accounts of a club and their opening balances. */
export function lockClubAccounts(tx: Transaction, club: ClubName) {
  return tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`club-accounts:${club}`}, 0))`);
}

/** Adds an account or the cash box. */
export async function insertAccount(
  tx: Transaction,
  values: Omit<typeof clubAccount.$inferInsert, 'id' | 'createdAt'>,
): Promise<AccountRow> {
  const [row] = await tx
    .insert(clubAccount)
    .values({ ...values, id: randomUUID(), createdAt: now() })
    .returning();
  if (!row) throw new Error('The account was not written.');
  return row;
}

/** Changes a locked account. */
export async function setAccount(tx: Transaction, before: AccountRow, values: Partial<AccountRow>): Promise<AccountRow> {
  const [row] = await tx
    .update(clubAccount)
    .set({ ...values, version: before.version + 1 })
    .where(eq(clubAccount.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  return row;
}

/** Takes a use away from the account that has it, for another one. */
export async function freeUse(tx: Transaction, club: ClubName, use: Use): Promise<void> {
  await tx
    .update(clubAccount)
    .set({ [use]: false, version: sql`${clubAccount.version} + 1` })
    .where(and(eq(clubAccount.club, club), clubAccount[use]));
}
