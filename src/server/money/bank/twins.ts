import { sql, type SQL } from 'drizzle-orm';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { isSamePurpose } from '#shared/money/bankRules/fit.ts';
import { bankAccountsOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { StatementLine } from './bankFile.ts';

type Pair = {
  fingerprint: string;
  purpose: string;
  ends: string;
  earlier_purpose: string;
  earlier_ends: string;
  file_name: string;
  read_at: Date;
};

/**
 * Open lines that an earlier file of another format contained too: a bank exports the same payment as camt and as CSV with different
 * texts, so that their fingerprints differ. Two equal lines within one format are two payments.
 */
export async function twinsOf(tx: Transaction, club: ClubName, lines: readonly StatementLine[]): Promise<Map<string, string>> {
  const prints = lines.map(({ fingerprint }) => fingerprint);
  const [main] = await bankAccountsOf(tx, club);
  // Lines from before the club had an account lie on the first one.
  const accountOf = (line: SQL) => sql`coalesce(${line}.account_id, ${main?.id ?? null}::uuid)`;
  const isSameAccount = sql`${accountOf(sql`earlier`)} is not distinct from ${accountOf(sql`later`)}`;
  const { rows } = await tx.execute<Pair>(sql`
    select later.fingerprint, later.purpose, later.end_to_end_id as ends, earlier.purpose as earlier_purpose,
      earlier.end_to_end_id as earlier_ends, file.file_name, file.created_at as read_at
    from bank_line later
    join bank_statement of on of.id = later.statement_id
    join bank_line earlier on earlier.club = later.club and earlier.booked_on = later.booked_on and earlier.cents = later.cents
      and earlier.created_at < later.created_at and ${isSameAccount}
    join bank_statement file on file.id = earlier.statement_id and file.format <> of.format
    where later.club = ${club} and later.state = 'new' and later.fingerprint = any(${sql.param(prints)}::text[])
    order by earlier.created_at desc`);
  return new Map(rows.filter(isSame).map((row) => [row.fingerprint, wordsOf(row)]));
}

function isSame({ purpose, ends, earlier_purpose, earlier_ends }: Pair): boolean {
  const isNamed = ends !== '' && ends !== 'NOTPROVIDED';
  return (isNamed && ends === earlier_ends) || isSamePurpose(purpose, earlier_purpose);
}

function wordsOf({ file_name, read_at }: Pair): string {
  return `Vielleicht doppelt: am ${germanDate(localOf(new Date(read_at)).date)} schon aus „${file_name}“ gelesen.`;
}
