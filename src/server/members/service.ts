import { and, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Transaction } from '../platform/database.ts';
import { member } from './table.ts';

/** Which of these people are members of their club on a day (YYYY-MM-DD). */
export async function membersOn(tx: Transaction, personIds: readonly string[], day: string): Promise<Set<string>> {
  if (personIds.length === 0) return new Set();
  const rows = await tx
    .select({ personId: member.personId })
    .from(member)
    .where(
      and(
        inArray(member.personId, [...personIds]),
        inArray(member.status, ['active', 'terminated', 'left']),
        lte(member.joinedOn, day),
        or(isNull(member.leftOn), gt(member.leftOn, day), eq(member.leftOn, day)),
      ),
    );
  return new Set(rows.map(({ personId }) => personId));
}
