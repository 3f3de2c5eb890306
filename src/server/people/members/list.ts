import { and, eq, gte, inArray, isNotNull, isNull, lte, gt, lt, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { id, localDate } from '#shared/kernel/fields.ts';
import type { MemberKind, MemberListPhase } from '#shared/people/memberWords.ts';
import type { ListedMember, memberSorts } from '#shared/people/members.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import { wordPatterns } from '#server/platform/database/columns.ts';
import { allOf, type Transaction } from '#server/platform/database/database.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '../persons/table.ts';
import { member, memberDepartment, memberFound } from './table.ts';
import { today } from '#server/platform/process/clock.ts';

export type MemberFilter = {
  club: ClubName;
  search?: string | undefined;
  kind?: MemberKind | undefined;
  phase?: MemberListPhase | undefined;
  departmentId?: string | undefined;
  feeGroup?: string | undefined;
  ungrouped?: 'yes' | undefined;
  joinedFrom?: string | undefined;
  joinedTo?: string | undefined;
  leftFrom?: string | undefined;
  leftTo?: string | undefined;
  /** Restricts the list to these memberships. */
  ids?: readonly string[];
};
export type MemberOrder = { sort: (typeof memberSorts)[number]; descending: boolean };

const countLimit = 1000;
const groupsAtMost = 200;
/** The column of each sort key; ties are broken by ID. */
export const sortColumns = { name: memberFound.nameKey, number: memberFound.numberKey, joinedOn: memberFound.joinedOn } as const;
const text = z.string().max(300);
/** The cursor of each sort order. */
const positions: { readonly [sort in MemberOrder['sort']]: z.ZodType<[string, string]> } = {
  name: z.tuple([text, id]),
  number: z.tuple([text, id]),
  joinedOn: z.tuple([localDate, id]),
};

/** A page of the members that match a filter, by keyset pagination. Only the first page is counted. */
export async function listMembers(
  tx: Transaction,
  filter: MemberFilter,
  order: MemberOrder,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const place = cursor ? after(order, fromCursor(cursor, positions[order.sort])) : undefined;
  const wanted = and(...conditions(filter), place);
  const counted = () => (cursor ? null : count(tx, filter));
  const [total, rows] = filter.search
    ? await search(tx, wanted, order, limit, counted)
    : await allOf([counted(), select(tx, wanted, order, limit + 1)]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ key: _key, ...row }) => row satisfies ListedMember),
    next: rows.length > limit && last ? toCursor([last.key, last.id]) : null,
    total: cursor ? null : total,
  };
}

/**
 * A search has to be planned for its words, which takes longer with all joins than the search itself: so it is planned for the search rows
 * alone, and what was found is read by one plan for all searches.
 */
async function search(tx: Transaction, where: SQL | undefined, order: MemberOrder, limit: number, counted: () => Promise<number> | null) {
  const found = await tx
    .select({ id: memberFound.memberId })
    .from(memberFound)
    .where(where)
    .orderBy(...inOrder(order))
    .limit(limit + 1);
  const ids = found.map(({ id: memberId }) => memberId);
  const [total, , rows] = await allOf([
    ids.length > limit ? counted() : ids.length,
    tx.execute(sql`set local plan_cache_mode = force_generic_plan`),
    select(tx, sql`${memberFound.memberId} = any(${sql.param(ids)}::uuid[])`, order, limit + 1),
  ]);
  return [total, rows] as const;
}

function select(tx: Transaction, where: SQL | undefined, order: MemberOrder, limit: number) {
  return tx
    .select({
      key: sql<string>`${sortColumns[order.sort]}`,
      id: member.id,
      personId: member.personId,
      memberNo: member.memberNo,
      firstname: person.firstname,
      lastname: person.lastname,
      kind: member.kind,
      joinedOn: member.joinedOn,
      leftOn: member.leftOn,
      departments: departmentsOf(today()),
    })
    .from(memberFound)
    .innerJoin(member, eq(member.id, memberFound.memberId))
    .innerJoin(person, eq(person.id, member.personId))
    .where(where)
    .orderBy(...inOrder(order))
    .limit(limit);
}

function inOrder({ sort, descending }: MemberOrder): [SQL, SQL] {
  const direction = descending ? sql`desc` : sql`asc`;
  return [sql`${sortColumns[sort]} ${direction}`, sql`${memberFound.memberId} ${direction}`];
}

/** The departments of a member on a day, as a subselect, which saves a query per page. */
export function departmentsOf(day: string): SQL<string[]> {
  return sql`array(select ${department.name} from ${memberDepartment} join ${department} on ${department.id} = ${memberDepartment.departmentId}
    where ${memberDepartment.memberId} = ${member.id} and ${memberDepartment.validFrom} <= ${day}
      and (${memberDepartment.validTo} is null or ${memberDepartment.validTo} >= ${day}) order by 1)`;
}

/** The conditions of a filter on the search rows. */
export function conditions({ search, ...filter }: MemberFilter): (SQL | undefined)[] {
  const day = today();
  const found = memberFound;
  return [
    eq(found.club, filter.club),
    filter.ids && inArray(found.memberId, [...filter.ids]),
    filter.kind && eq(found.kind, filter.kind),
    filter.phase && ofPhase(filter.phase, day),
    filter.joinedFrom ? gte(found.joinedOn, filter.joinedFrom) : undefined,
    filter.joinedTo ? lte(found.joinedOn, filter.joinedTo) : undefined,
    filter.leftFrom ? gte(found.leftOn, filter.leftFrom) : undefined,
    filter.leftTo ? lte(found.leftOn, filter.leftTo) : undefined,
    filter.departmentId
      ? sql`exists (select 1 from ${memberDepartment} where ${memberDepartment.memberId} = ${found.memberId}
          and ${memberDepartment.departmentId} = ${filter.departmentId} and ${memberDepartment.validFrom} <= ${day}
          and (${memberDepartment.validTo} is null or ${memberDepartment.validTo} >= ${day}))`
      : undefined,
    filter.ungrouped ? inFeeGroup(filter.club, '') : filter.feeGroup ? inFeeGroup(filter.club, filter.feeGroup) : undefined,
    ...wordPatterns(search ?? '').map((pattern) => sql`${found.words} like ${pattern}`),
  ];
}

/** As an uncorrelated subselect, so that the group is read once rather than for each row. */
function inFeeGroup(club: ClubName, group: string): SQL {
  return sql`${memberFound.memberId} = any(array(select ${member.id} from ${member}
    where ${member.club} = ${club} and coalesce(${member.feeGroup}, '') = ${group}))`;
}

/** The fee groups used by a club's members, by name. */
export async function feeGroupsOf(tx: Transaction, club: ClubName): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ name: sql<string>`${member.feeGroup}` })
    .from(member)
    .where(and(eq(member.club, club), sql`${member.feeGroup} <> ''`))
    .orderBy(member.feeGroup)
    .limit(groupsAtMost);
  return rows.map(({ name }) => name);
}

function ofPhase(phase: MemberListPhase, day: string): SQL | undefined {
  const { joinedOn, leftOn } = memberFound;
  return {
    present: and(lte(joinedOn, day), or(isNull(leftOn), gte(leftOn, day))),
    current: and(lte(joinedOn, day), isNull(leftOn)),
    leaving: and(lte(joinedOn, day), gte(leftOn, day)),
    left: and(isNotNull(leftOn), lt(leftOn, day)),
    future: gt(joinedOn, day),
  }[phase];
}

/** The rows after a position: the value of the sort column and the ID. */
export function after({ sort, descending }: MemberOrder, [value, memberId]: readonly [string, string]): SQL {
  const comparison = descending ? sql`<` : sql`>`;
  return sql`(${sortColumns[sort]}, ${memberFound.memberId}) ${comparison} (${value}, ${memberId}::uuid)`;
}

/** Counts up to 1000 only: longer lists are searched rather than paged. */
async function count(tx: Transaction, filter: MemberFilter): Promise<number> {
  const found = tx
    .select({ one: sql`1`.as('one') })
    .from(memberFound)
    .where(and(...conditions(filter)))
    .limit(countLimit)
    .as('found');
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(found);
  return row?.count ?? 0;
}
