import { and, sql } from 'drizzle-orm';
import { memberBatchAtMost } from '#shared/people/memberBatch.ts';
import { foundMark } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { conditions, type MemberFilter } from './list.ts';
import { memberFound } from './table.ts';

export type MemberSelection = { ids: string[]; count: number; mark: string };

/** The IDs of all results of a filter, with a mark derived from their number and IDs. */
export async function selectAll(tx: Transaction, filter: MemberFilter): Promise<MemberSelection> {
  const rows = await tx
    .select({ id: memberFound.memberId })
    .from(memberFound)
    .where(and(...conditions(filter)))
    .orderBy(memberFound.nameKey, memberFound.memberId)
    .limit(memberBatchAtMost);
  return { ids: rows.map(({ id }) => id), ...(await markOf(tx, filter)) };
}

/** Throws 409 if the results of a filter have changed since the selection. */
export async function refuseChanged(tx: Transaction, filter: MemberFilter, mark: string): Promise<void> {
  if ((await markOf(tx, filter)).mark !== mark) throw new Problem('selection-changed');
}

async function markOf(tx: Transaction, filter: MemberFilter): Promise<{ count: number; mark: string }> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int`, mark: foundMark(memberFound.memberId) })
    .from(memberFound)
    .where(and(...conditions(filter)));
  return row ?? { count: 0, mark: '' };
}
