import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { endedSlice, member, memberDepartment } from './table.ts';

/** The number of current members of each department. */
export async function departmentMembers(tx: Transaction, departmentIds: readonly string[]): Promise<Map<string, number>> {
  return count(tx, departmentIds, today());
}

/** Current and former members of a department. */
export const memberUse: DepartmentUse = {
  words: ['Mitglied', 'Mitglieder'],
  count: (tx, departmentIds) => count(tx, departmentIds),
};

function count(tx: Transaction, departmentIds: readonly string[], day?: string): Promise<Map<string, number>> {
  const { memberId, validFrom, validTo } = memberDepartment;
  const onDay = day ? and(lte(validFrom, day), or(isNull(validTo), gte(validTo, day))) : undefined;
  return countByDepartment(tx, memberDepartment, departmentIds, onDay, sql`distinct ${memberId}`);
}

/**
 * Ends all memberships of a department after `day` and stores their previous state; those that would start later are
 * deleted. Returns the number of members.
 */
export async function endDepartmentMemberships(tx: Transaction, departmentId: string, day: string): Promise<number> {
  const goesOn = and(
    eq(memberDepartment.departmentId, departmentId),
    or(isNull(memberDepartment.validTo), gt(memberDepartment.validTo, day)),
  );
  const rows = await tx.select().from(memberDepartment).where(goesOn).orderBy(asc(memberDepartment.id)).for('update');
  for (const some of blocksOf(rows, 5000))
    await tx
      .insert(endedSlice)
      .values(
        some.map(({ id, club, memberId, validFrom, validTo }) => ({ sliceId: id, departmentId, club, memberId, validFrom, validTo })),
      );
  await tx.delete(memberDepartment).where(and(goesOn, gt(memberDepartment.validFrom, day)));
  await tx.update(memberDepartment).set({ validTo: day }).where(goesOn);
  const memberIds = [...new Set(rows.map(({ memberId }) => memberId))];
  await raiseVersions(tx, memberIds);
  return memberIds.length;
}

/**
 * Restores the memberships ended by the end of a department, up to their previous end, and at most until the member
 * left the club. Later manual changes are kept. Returns the number of members.
 */
export async function reopenDepartmentMemberships(tx: Transaction, departmentId: string, day: string): Promise<number> {
  const { rows: longer } = await tx.execute<{ id: string }>(sql`
    update ${memberDepartment} s set valid_to = least(e.valid_to, m.left_on)
    from ${endedSlice} e, ${member} m
    where e.department_id = ${departmentId} and s.id = e.slice_id and s.department_id = e.department_id and s.valid_to = ${day} and m.id = s.member_id
    returning s.member_id as id`);
  const { rows: again } = await tx.execute<{ id: string }>(sql`
    insert into ${memberDepartment} (id, club, member_id, department_id, valid_from, valid_to)
    select e.slice_id, e.club, e.member_id, e.department_id, e.valid_from, least(e.valid_to, m.left_on)
    from ${endedSlice} e join ${member} m on m.id = e.member_id
    where e.department_id = ${departmentId} and e.valid_from > ${day} and (m.left_on is null or m.left_on >= e.valid_from)
      and not exists (select 1 from ${memberDepartment} s where s.id = e.slice_id)
    returning member_id as id`);
  await tx.delete(endedSlice).where(eq(endedSlice.departmentId, departmentId));
  const memberIds = [...new Set([...longer, ...again].map(({ id }) => id))];
  await raiseVersions(tx, memberIds);
  return memberIds.length;
}

/** Raises the versions of members whose departments changed, so that pages with an old version get a conflict. */
async function raiseVersions(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length > 0)
    await tx
      .update(member)
      .set({ version: sql`${member.version} + 1` })
      .where(inArray(member.id, [...memberIds]));
}
