import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MemberKind } from '#shared/people/memberWords.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { memberSets } from './table.ts';

type PaidMember = {
  memberId: string;
  personId: string;
  name: string;
  payerPersonId: string;
  kind: MemberKind;
  birthDate: string | null;
  joinedOn: string;
  leftOn: string | null;
  leftBefore: string | null;
  slices: { departmentId: string; from: string; to: string | null }[];
};

/** The memberships of a club within a period with the data that their fees depend on; optionally of some persons only. */
export async function feeMembers(
  tx: Transaction,
  club: ClubName,
  { from, to, personIds }: { from: string; to: string; personIds?: readonly string[] | undefined },
): Promise<PaidMember[]> {
  const ids = personIds?.map((id) => sql`${id}::uuid`);
  const asked = ids ? sql`and p.id in (${sql.join(ids, sql`, `)})` : sql``;
  const { rows } = await tx.execute<PaidMember>(sql`
    with guardian as (
      select distinct on (child.person_id) child.person_id as id, own.person_id as payer_id
      from acting_access child join acting_access own on own.user_id = child.user_id and own.relation = 'self' and own.club = ${club}
      where child.relation = 'guardian' order by child.person_id, child.user_id),
    slice as (
      select md.member_id, jsonb_agg(jsonb_build_object('departmentId', md.department_id, 'from', md.valid_from, 'to', md.valid_to)
        order by md.valid_from, md.id) as slices
      from member_department md where md.club = ${club} group by md.member_id)
    select m.id as "memberId", p.id as "personId", p.lastname || ', ' || p.firstname as name,
      coalesce(m.payer_person_id, g.payer_id, p.id) as "payerPersonId", m.kind, p.birth_date::text as "birthDate",
      m.joined_on::text as "joinedOn", m.left_on::text as "leftOn",
      (select max(o.left_on)::text from member o where o.person_id = p.id and o.id <> m.id and o.left_on < m.joined_on) as "leftBefore",
      coalesce(s.slices, '[]') as slices
    from member m join person p on p.id = m.person_id left join guardian g on g.id = p.id left join slice s on s.member_id = m.id
    where m.club = ${club} and m.status in ${oneOf(memberSets.admitted)} and m.joined_on <= ${to} and (m.left_on is null or m.left_on >= ${from}) ${asked}
    order by p.lastname, p.firstname, m.id`);
  return rows;
}
