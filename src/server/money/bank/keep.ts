import { and, desc, eq, gt, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import type { KeptStatement } from '#shared/money/bankLines.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { bareIban } from '#shared/kernel/iban.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { accountHash } from '#server/platform/database/sealing.ts';
import { liesOn } from '#server/club/bankAccounts/service.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { readStatement, type StatementLine } from './bankFile.ts';
import type { StatementBalance } from './camtFile.ts';
import { againOf, doubtfulLines } from './doubtful.ts';
import { accountOfStatement, ends, linesOfAccount, refuseAfterEnd, type OfStatement } from './statementAccount.ts';
import { bankLine, bankStatement } from './table.ts';

export type LineRow = typeof bankLine.$inferSelect;
type File = { fileName: string; content: string; accountId?: string | undefined; again?: readonly { line: number; known: number }[] };

/** Imports a file of the bank and stores each line once: the same file again, or an overlapping one, adds no duplicates. */
export async function keepStatement(
  tx: Transaction,
  club: ClubName,
  file: File,
  createdBy: string,
): Promise<Omit<KeptStatement, 'byRule'>> {
  const bytes = Buffer.from(file.content, 'base64');
  const { lines, format, accounts, warnings, balances } = readStatement(bytes);
  const ofAccount = await accountOfStatement(tx, club, { accounts, chosenId: file.accountId });
  const readable = linesOfAccount(
    ofAccount,
    lines.filter(({ fault }) => fault === ''),
  );
  refuseAfterEnd(ofAccount, readable);
  const unread = lines.flatMap(({ line, fault }) => (fault === '' ? [] : [{ line, message: fault }]));
  const gap = await gapBefore(tx, club, ofAccount, balances);
  const accountId = ofAccount.account?.id ?? null;
  const statementId = await statementOf(
    tx,
    club,
    { accountId, bytes, fileName: file.fileName, format, lines: readable, balances },
    createdBy,
  );
  if (file.again?.length) await lockBank(tx, club);
  const doubtful = await doubtfulLines(tx, { club, statementId, isTable: format.startsWith('CSV'), ofAccount }, readable);
  const again = await againOf(tx, club, readable, file.again ?? []);
  const placeOf = await placesAfter(tx, club, readable);
  const rows = [...readable, ...again].flatMap((line) => rowOf(line, { club, accountId, statementId, position: placeOf(line) }));
  let kept = 0;
  for (const block of blocksOf(rows)) {
    const made = await tx.insert(bankLine).values(block).onConflictDoNothing().returning({ id: bankLine.id });
    kept += made.length;
  }
  const left = doubtful.filter(({ line }) => !again.some((one) => one.line === line));
  return {
    accountName: ofAccount.account?.name ?? '',
    format,
    kept,
    known: rows.length - kept,
    doubtful: left,
    unread,
    warnings: [...warnings, ...gap],
  };
}

/** The sum of the lines between two days that came in files without a balance, as CSV. */
async function withoutBalance(tx: Transaction, isOfAccount: SQL | undefined, after: string, before: string): Promise<number> {
  const [found] = await tx
    .select({ cents: sql<number>`coalesce(sum(${bankLine.cents}), 0)::bigint`.mapWith(Number) })
    .from(bankLine)
    .innerJoin(bankStatement, eq(bankStatement.id, bankLine.statementId))
    .where(and(isOfAccount, gt(bankLine.bookedOn, after), lt(bankLine.bookedOn, before), isNull(bankStatement.closingCents)));
  return found?.cents ?? 0;
}

/** The opening balance equals the closing balance of the previous statement, unless one is missing between them. */
async function gapBefore(
  tx: Transaction,
  club: ClubName,
  { account, isMain }: OfStatement,
  [first]: readonly StatementBalance[],
): Promise<string[]> {
  if (!first) return [];
  const isOfAccount = and(eq(bankStatement.club, club), liesOn(bankStatement.accountId, account, isMain));
  const [before] = await tx
    .select({ day: bankStatement.lastOn, cents: bankStatement.closingCents })
    .from(bankStatement)
    .where(and(isOfAccount, lt(bankStatement.lastOn, first.day), isNotNull(bankStatement.closingCents)))
    .orderBy(desc(bankStatement.lastOn), desc(bankStatement.createdAt))
    .limit(1);
  if (!before?.day || before.cents === null) return [];
  const expected = before.cents + (await withoutBalance(tx, isOfAccount, before.day, first.day));
  if (expected === first.openingCents) return [];
  return [`Zwischen dem Auszug bis ${germanDate(before.day)} und diesem fehlt etwas: Der Anfangssaldo passt nicht.`];
}

type Read = {
  accountId: string | null;
  bytes: Buffer;
  fileName: string;
  format: string;
  lines: readonly StatementLine[];
  balances: readonly StatementBalance[];
};

async function statementOf(
  tx: Transaction,
  club: ClubName,
  { accountId, bytes, fileName, format, lines, balances }: Read,
  createdBy: string,
): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const days = [...lines.flatMap(({ day }) => day ?? []), ...balances.map(({ day }) => day)].toSorted();
  const [made] = await tx
    .insert(bankStatement)
    .values({
      id: randomUUID(),
      club,
      accountId,
      sha256,
      fileName,
      format,
      firstOn: days[0] ?? null,
      lastOn: days.at(-1) ?? null,
      openingCents: balances[0]?.openingCents ?? null,
      closingCents: balances.at(-1)?.closingCents ?? null,
      createdBy,
      createdAt: now(),
    })
    // Equal bytes are the same statement; the no-op update returns its id.
    .onConflictDoUpdate({ target: [bankStatement.club, bankStatement.sha256], set: { sha256 } })
    .returning({ id: bankStatement.id });
  if (!made) throw new Error('The statement was not written.');
  return made.id;
}

/** Numbers the lines of a file after all existing ones, in the order of the bank, also if the file begins with the last line. */
async function placesAfter(tx: Transaction, club: ClubName, lines: readonly StatementLine[]): Promise<(line: StatementLine) => number> {
  const [before] = await tx
    .select({ last: sql<number>`coalesce(max(${bankLine.position}), 0)` })
    .from(bankLine)
    .where(eq(bankLine.club, club));
  const last = before?.last ?? 0;
  const days = lines.flatMap(({ day }) => day ?? []);
  const isNewestFirst = (days[0] ?? '') > (days.at(-1) ?? '');
  const end = Math.max(0, ...lines.map(({ line }) => line)) + 1;
  return ({ line }) => last + (isNewestFirst ? end - line : line);
}

function rowOf(line: StatementLine, of: Pick<LineRow, 'club' | 'accountId' | 'position'> & { statementId: string }) {
  const { fingerprint, day, cents, name, purpose, endToEndId, mandateReference, batchReference, returnCode, feeCents, iban } = line;
  const { otherAccountId = null } = line;
  if (day === null || cents === null) return [];
  return [
    {
      id: randomUUID(),
      ...of,
      otherAccountId,
      fingerprint,
      bookedOn: day,
      cents,
      name: name.slice(0, 200),
      purpose: purpose.slice(0, 500),
      endToEndId: endToEndId.slice(0, 100),
      mandateReference: mandateReference.slice(0, 100),
      batchReference: batchReference.slice(0, 100),
      returnCode,
      feeCents,
      account: ends(iban),
      ibanHash: ends(iban) === '' ? '' : accountHash(bareIban(iban)),
      createdAt: now(),
    },
  ];
}

/** A stored line in the shape of the parsed file, to be matched. */
export function lineOf(row: LineRow): StatementLine {
  const { fingerprint, bookedOn: day, cents, name, purpose, endToEndId, mandateReference, batchReference, returnCode, feeCents } = row;
  const { accountId, otherAccountId, ibanHash } = row;
  const kept = { name, purpose, endToEndId, mandateReference, batchReference, returnCode, feeCents, accountId, otherAccountId, ibanHash };
  return { ...kept, fingerprint, day, cents, line: 0, iban: '', fault: '' };
}

/** The decision about a stored line, with its day and author; empty for an open line. */
export function decisionInWords({ state, decidedAt, decidedBy, references, reason }: LineRow): string {
  if (!decidedAt) return '';
  const by = `am ${germanDate(localOf(decidedAt).date)} von ${decidedBy ?? 'System'}: `;
  return state === 'ignored' ? `Ignoriert ${by}${reason}` : `Verbucht ${by}${references.join(', ')}.`;
}

/** The undecided lines of a club, oldest first. */
export function openLines(tx: Transaction, club: ClubName, limit: number): Promise<LineRow[]> {
  return tx
    .select()
    .from(bankLine)
    .where(and(eq(bankLine.club, club), eq(bankLine.state, 'new')))
    .orderBy(bankLine.bookedOn, bankLine.position, bankLine.id)
    .limit(limit);
}

/** Serialises writes on the lines of a club: locked before any line or account. */
export async function lockBank(tx: Transaction, club: ClubName): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`bank:${club}`}))`);
}

/** Decides an open line; false if it was decided meanwhile. */
export async function decide(
  tx: Transaction,
  of: { club: ClubName; fingerprint: string },
  set: Pick<LineRow, 'state'> & Partial<Pick<LineRow, 'references' | 'reason'>>,
  decidedBy: string,
): Promise<string | undefined> {
  const [row] = await tx
    .update(bankLine)
    .set({ ...set, decidedBy, decidedAt: now(), version: sql`${bankLine.version} + 1` })
    .where(and(eq(bankLine.club, of.club), eq(bankLine.fingerprint, of.fingerprint), eq(bankLine.state, 'new')))
    .returning({ id: bankLine.id });
  return row?.id;
}

/** Decides a locked line; refused if it was decided already. */
export async function decideOpen(tx: Transaction, row: LineRow, set: Parameters<typeof decide>[2], by: string): Promise<void> {
  if (!(await decide(tx, row, set, by))) throw new Problem('wrong-state');
}
