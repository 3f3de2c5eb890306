import { and, sql } from 'drizzle-orm';
import { memberBatchAtMost } from '#shared/people/memberBatch.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { conditions, type MemberFilter } from './list.ts';
import { memberFound } from './table.ts';

export type MemberSelection = { ids: string[]; count: number; mark: string };

/** All that a filter finds, with a mark that changes with them: how many they are, and which. */
export async function selectAll(tx: Transaction, filter: MemberFilter): Promise<MemberSelection> {
  const rows = await tx
    .select({ id: memberFound.memberId })
    .from(memberFound)
    .where(and(...conditions(filter)))
    .orderBy(memberFound.nameKey, memberFound.memberId)
    .limit(memberBatchAtMost);
  return { ids: rows.map(({ id }) => id), ...(await markOf(tx, filter)) };
}

/** Refuses with 409 when a filter finds others than those that were chosen by it. */
export async function refuseChanged(tx: Transaction, filter: MemberFilter, mark: string): Promise<void> {
  if ((await markOf(tx, filter)).mark !== mark) throw new Problem('selection-changed');
}

async function markOf(tx: Transaction, filter: MemberFilter): Promise<{ count: number; mark: string }> {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      which: sql<string>`coalesce(bit_xor(hashtextextended(${memberFound.memberId}::text, 0)), 0)::text`,
    })
    .from(memberFound)
    .where(and(...conditions(filter)));
  const { count, which } = row ?? { count: 0, which: '0' };
  return { count, mark: `${count}:${which}` };
}
