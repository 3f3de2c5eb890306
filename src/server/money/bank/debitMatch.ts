import { and, eq, inArray, sql } from 'drizzle-orm';
import { handedInRuns, returnableRuns, type SepaRunState } from '#shared/money/chargeWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { returnCodes } from '#shared/money/returnCodes.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { sepaRun, sepaRunItem } from '../charges/table.ts';
import type { StatementLine } from './bankFile.ts';

export type KnownRun = {
  messageId: string;
  ids: readonly string[];
  state: SepaRunState;
  collectionDate: string;
  totalCents: number;
  accountId: string | null;
};
export type KnownDebit = { messageId: string; mandate: string; returnCode: string | null; /** The collected sum. */ cents: number };

/** The latest runs of a club that were submitted to the bank, with the references of their debits. */
export function knownRuns(tx: Transaction, club: ClubName): Promise<KnownRun[]> {
  return tx
    .select({
      messageId: sepaRun.messageId,
      state: sepaRun.state,
      collectionDate: sepaRun.collectionDate,
      totalCents: sepaRun.totalCents,
      accountId: sepaRun.accountId,
      ids: sql<string[]>`array_agg(distinct ${sepaRunItem.endToEndId})`,
    })
    .from(sepaRun)
    .innerJoin(sepaRunItem, eq(sepaRunItem.runId, sepaRun.id))
    .where(and(eq(sepaRun.club, club), inArray(sepaRun.state, handedInRuns)))
    .groupBy(sepaRun.id)
    .orderBy(sql`${sepaRun.createdAt} desc`)
    .limit(50);
}

/** The club's debits that lines name by their reference; one that several debits share, as was possible before, names none. */
export async function knownDebits(
  tx: Transaction,
  club: ClubName,
  lines: readonly StatementLine[],
  runs: readonly KnownRun[],
): Promise<Map<string, KnownDebit>> {
  const ids = [...new Set(lines.flatMap((line) => [line.endToEndId, idIn(line, runs)].filter(Boolean)))];
  const rows = await tx
    .select({
      id: sepaRunItem.endToEndId,
      messageId: sepaRun.messageId,
      mandate: sepaRunItem.mandateReference,
      returnCode: sql<string | null>`max(${sepaRunItem.returnCode})`,
      cents: sql<number>`sum(${sepaRunItem.cents})::int`,
    })
    .from(sepaRunItem)
    .innerJoin(sepaRun, eq(sepaRun.id, sepaRunItem.runId))
    .where(
      and(eq(sepaRun.club, club), inArray(sepaRun.state, returnableRuns), sql`${sepaRunItem.endToEndId} = any(${sql.param(ids)}::text[])`),
    )
    .groupBy(sepaRunItem.endToEndId, sepaRun.messageId, sepaRunItem.mandateReference);
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(rows.flatMap(({ id, ...debit }) => (byId.get(id)?.length === 1 ? [[id, debit]] : [])));
}

/**
 * The reference of the debit in the purpose of a return, for banks without a field for it; empty if there is none or
 * more than one.
 */
export function idIn(line: StatementLine, runs: readonly KnownRun[]): string {
  if (line.cents === null || line.cents >= 0) return '';
  const held = runs.flatMap(({ ids }) => ids.filter((id) => holds(line, id)));
  const longest = held.reduce((one, other) => (other.length > one.length ? other : one), '');
  return held.every((id) => longest.includes(id)) ? longest : '';
}

/** The return code, for banks that write it into the purpose. */
export function codeIn(purpose: string): string | null {
  return Object.keys(returnCodes).find((code) => new RegExp(`\\b${code}\\b`).test(purpose)) ?? null;
}

/** The returned sum beyond the collected one is the bank's fee. */
export function feeIn(debit: KnownDebit, cents: number): number {
  const fee = 0 - cents - debit.cents;
  return Math.max(0, fee);
}

/** Whether the purpose of a line contains a reference, also if the bank broke it by a space. */
export function holds({ purpose }: StatementLine, id: string): boolean {
  return purpose.replaceAll(/\s/g, '').includes(id.replaceAll(/\s/g, ''));
}
