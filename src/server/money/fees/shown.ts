import { and, eq, gte, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { previewFilters } from '#shared/money/fees/feePreview.ts';
import { isOtherThanLast } from '#shared/money/fees/lastYear.ts';
import type { FeeFault, FeeLine } from '#shared/money/fees/feeTypes.ts';
import { member, memberDepartment } from '#server/people/members/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { z } from 'zod';
import type { Period } from './facts.ts';
import type { MethodOf } from './methods.ts';
import { memberFee } from './table.ts';

export type PreviewFilter = { [name in keyof typeof previewFilters]?: z.output<(typeof previewFilters)[name]> };

const changeOrder: { readonly [change in FeeLine['change']]: number } = { gone: 0, lower: 0, higher: 0, new: 2, same: 4 };

/**
 * The sort rank: differences first, then new lines, among these first what differs from last year and last what costs nothing, then lines
 * charged already.
 */
export function rankOf(line: FeeLine): number {
  if (isOtherThanLast(line)) return 1;
  return line.change === 'new' && line.cents === 0 ? 3 : changeOrder[line.change];
}

/** The filter for the lines and the faults of a preview. */
export async function previewFilter(
  tx: Transaction,
  club: ClubName,
  period: Period,
  { search = '', show = 'all', departmentId, feeGroup, method }: PreviewFilter,
  methodOf: MethodOf,
): Promise<{ isShown: (line: FeeLine) => boolean; isFound: (fault: Pick<FeeFault, 'memberId' | 'name'>) => boolean }> {
  const wanted = search.toLowerCase();
  const inDepartment = departmentId ? await membersWhere(tx, club, ofDepartment(departmentId, period)) : undefined;
  const inGroup = feeGroup ? await membersWhere(tx, club, eq(member.feeGroup, feeGroup)) : undefined;
  const isExcepted = show === 'exception' ? await exceptions(tx, club) : undefined;
  const isOf = (id: string) => (inDepartment?.has(id) ?? true) && (inGroup?.has(id) ?? true);
  const fits = (line: FeeLine) => show === 'all' || (show === 'changed' ? rankOf(line) <= 1 : line.change === show);
  return {
    // A line for something no longer owed has no membership id.
    isShown: (line) =>
      `${line.name} ${line.label}`.toLowerCase().includes(wanted) &&
      isOf(line.memberId || line.personId) &&
      (!method || methodOf(line) === method) &&
      (isExcepted ? isExcepted(line) : fits(line)),
    isFound: ({ memberId, name }) => show === 'fault' && name.toLowerCase().includes(wanted) && isOf(memberId),
  };
}

/** The ids of the matching memberships, and of their persons. */
async function membersWhere(tx: Transaction, club: ClubName, where: SQL | undefined): Promise<Set<string>> {
  const rows = await tx
    .select({ id: member.id, personId: member.personId })
    .from(member)
    .where(and(eq(member.club, club), where));
  return new Set(rows.flatMap(({ id, personId }) => [id, personId]));
}

function ofDepartment(departmentId: string, { from, to }: Period): SQL {
  const of = and(
    eq(memberDepartment.memberId, member.id),
    eq(memberDepartment.departmentId, departmentId),
    lte(memberDepartment.validFrom, to),
    or(isNull(memberDepartment.validTo), gte(memberDepartment.validTo, from)),
  );
  return sql`exists (select 1 from ${memberDepartment} where ${of})`;
}

/** Returns whether an exception from the rules applies on the first day of a line. */
async function exceptions(tx: Transaction, club: ClubName): Promise<(line: FeeLine) => boolean> {
  const rows = await tx.select().from(memberFee).where(eq(memberFee.club, club));
  const byMember = Map.groupBy(rows, ({ memberId }) => memberId);
  const slotOf = ({ layer, departmentId }: typeof memberFee.$inferSelect) => (layer === 'department' ? `dep:${departmentId}` : layer);
  return ({ memberId, slot, from }) =>
    (byMember.get(memberId) ?? []).some((one) => slotOf(one) === slot && one.from <= from && (one.to === null || one.to >= from));
}
