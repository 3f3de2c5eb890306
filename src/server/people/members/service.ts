import { and, desc, eq, gte, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '../persons/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { listMembers } from './list.ts';
import { isOwn } from './rights.ts';
import { member, memberSets } from './table.ts';

export { feeMembers } from './feeMembers.ts';
export { leftOn, paidMembers, payerAccounts, payerOf, payingMembers, payingOf, setPayer } from './payers.ts';
export type { PayingTogether } from './paying.ts';
export type { FeeTerms, ImportedTerms, TermsInWords } from './feeTerms.ts';
export type { MandateAccount, Mandates, NamedAccount } from './mandates.ts';

/** Those of the persons who are members of their club on a day (YYYY-MM-DD). */
export async function membersOn(tx: Transaction, personIds: readonly string[], day: string): Promise<Set<string>> {
  if (personIds.length === 0) return new Set();
  const rows = await tx
    .select({ personId: member.personId })
    .from(member)
    .where(and(inArray(member.personId, [...personIds]), isMemberOn(day)));
  return new Set(rows.map(({ personId }) => personId));
}

/** In SQL: memberships valid on a day, the last day inclusive. */
export function isMemberOn(day: string): SQL | undefined {
  return and(
    sql`${member.status} in ${oneOf(memberSets.admitted)}`,
    lte(member.joinedOn, day),
    or(isNull(member.leftOn), gte(member.leftOn, day)),
  );
}

/** The first members of a club that match a search, by name. */
export async function findMembers(tx: Transaction, club: ClubName, search: string, limit: number) {
  return (await listMembers(tx, { club, search }, { sort: 'name', descending: false }, { limit })).rows;
}

/** The latest membership of each person. */
export async function membersOf(tx: Transaction, personIds: readonly string[]): Promise<Map<string, { id: string; memberNo: string }>> {
  if (personIds.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([member.personId], { personId: member.personId, id: member.id, memberNo: member.memberNo })
    .from(member)
    .where(inArray(member.personId, [...personIds]))
    .orderBy(member.personId, desc(member.joinedOn));
  return new Map(rows.map(({ personId, ...one }) => [personId, one]));
}

/** The names of members by ID; unknown IDs are skipped. */
export async function memberNames(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: member.id, firstname: person.firstname, lastname: person.lastname })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(inArray(sql`${member.id}::text`, [...ids]))
    .limit(1000);
  return new Map(rows.map((one) => [one.id, fullName(one)]));
}

/** Whether the member is the user, or a person they act for; false for unknown IDs. */
export async function isOwnMember(tx: Transaction, viewer: Pick<Viewer, 'userId' | 'club'>, memberId: string): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(member)
    .where(sql`${member.id}::text = ${memberId}`);
  return row !== undefined && isOwn(tx, viewer, row);
}
