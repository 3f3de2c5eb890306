import { and, eq, inArray, sql } from 'drizzle-orm';
import { handedInRuns, returnableRuns, type SepaRunState } from '#shared/money/chargeWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { returnCodes } from '#shared/money/returnCodes.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { sepaRun, sepaRunItem } from '../charges/table.ts';
import type { StatementLine } from './bankFile.ts';

export type KnownRun = { messageId: string; ids: readonly string[]; state: SepaRunState; collectionDate: string; totalCents: number };
export type KnownDebit = { messageId: string; mandate: string; returnCode: string | null; /** What was collected. */ cents: number };

/** The latest runs of a club that the bank has, with the numbers of their debits. */
export function knownRuns(tx: Transaction, club: ClubName): Promise<KnownRun[]> {
  return tx
    .select({
      messageId: sepaRun.messageId,
      state: sepaRun.state,
      collectionDate: sepaRun.collectionDate,
      totalCents: sepaRun.totalCents,
      ids: sql<string[]>`array_agg(distinct ${sepaRunItem.endToEndId})`,
    })
    .from(sepaRun)
    .innerJoin(sepaRunItem, eq(sepaRunItem.runId, sepaRun.id))
    .where(and(eq(sepaRun.club, club), inArray(sepaRun.state, handedInRuns)))
    .groupBy(sepaRun.id)
    .orderBy(sql`${sepaRun.createdAt} desc`)
    .limit(50);
}

/** The debits of ours that lines name by their number. */
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
  return new Map(rows.map(({ id, ...debit }) => [id, debit]));
}

/**
 * The number of the debit that the words of a return name, where the bank gives it no field of its own; empty where they name none or
 * several.
 */
export function idIn(line: StatementLine, runs: readonly KnownRun[]): string {
  if (line.cents === null || line.cents >= 0) return '';
  const held = runs.flatMap(({ ids }) => ids.filter((id) => holds(line, id)));
  const longest = held.reduce((one, other) => (other.length > one.length ? other : one), '');
  return held.every((id) => longest.includes(id)) ? longest : '';
}

/** The reason of a return as banks without a field for it write it into the words. */
export function codeIn(purpose: string): string | null {
  return Object.keys(returnCodes).find((code) => new RegExp(`\\b${code}\\b`).test(purpose)) ?? null;
}

/** Whether the words of a line hold an identification of ours, also where the bank broke it by a space. */
export function holds({ purpose }: StatementLine, id: string): boolean {
  return purpose.replaceAll(/\s/g, '').includes(id.replaceAll(/\s/g, ''));
}
