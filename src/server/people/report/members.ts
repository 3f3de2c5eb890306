import { sql } from 'drizzle-orm';
import { memberSets } from '../members/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { department, departmentAssociation } from '#server/club/departments/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';

type GenderKey = 'm' | 'w' | 'd' | 'o' | 'x';

/** A member of a club on a day, counted once. */
export type CountedMember = {
  memberId: string;
  memberNo: string;
  name: string;
  birthDate: string | null;
  gender: GenderKey;
  isPassive: boolean;
  /** Each with the federations that the member is reported to on that day. */
  departments: { id: string; name: string; associations: { no: string; sport: string }[] }[];
};

/** All members of the club on the key date with their departments on that day. The last day of a membership is inclusive. */
export async function membersOn(tx: Transaction, club: ClubName, keyDate: string): Promise<CountedMember[]> {
  const { rows } = await tx.execute<CountedMember>(sql`
    select m.id as "memberId", m.member_no as "memberNo", p.lastname || ', ' || p.firstname as name,
      to_char(p.birth_date, 'YYYY-MM-DD') as "birthDate", coalesce(p.gender, 'x') as gender,
      m.kind in ('passive', 'supporting') as "isPassive",
      coalesce((
        select json_agg(json_build_object('id', d.id, 'name', d.name, 'associations', (
          select coalesce(json_agg(json_build_object('no', a.association_no, 'sport', a.sport_no) order by a.association_no, a.sport_no), '[]'::json)
          from ${departmentAssociation} a
          where a.department_id = d.id and coalesce(a.valid_from <= ${keyDate}, true) and coalesce(a.valid_to >= ${keyDate}, true)
        )) order by d.name)
        from member_department md join ${department} d on d.id = md.department_id
        where md.member_id = m.id and md.valid_from <= ${keyDate} and (md.valid_to is null or md.valid_to >= ${keyDate})
      ), '[]'::json) as departments
    from member m join person p on p.id = m.person_id
    where m.club = ${club} and m.status in ${oneOf(memberSets.admitted)}
      and m.joined_on <= ${keyDate} and (m.left_on is null or m.left_on >= ${keyDate})
    order by p.lastname, p.firstname, m.id`);
  return rows;
}

/** The numbers of members who joined and left in each of the last twelve months up to the key date. */
export async function flow(tx: Transaction, club: ClubName, keyDate: string): Promise<{ month: string; joined: number; left: number }[]> {
  const { rows } = await tx.execute<{ month: string; joined: number; left: number }>(sql`
    with month as (
      select generate_series(date_trunc('month', ${keyDate}::date) - interval '11 months', date_trunc('month', ${keyDate}::date), '1 month')::date as first
    ), counted as (
      select date_trunc('month', joined_on)::date as first, 1 as joined, 0 as gone from member
      where club = ${club} and status in ${oneOf(memberSets.admitted)} and joined_on > ${keyDate}::date - interval '13 months' and joined_on <= ${keyDate}
      union all
      select date_trunc('month', left_on)::date, 0, 1 from member
      where club = ${club} and status in ${oneOf(memberSets.admitted)} and left_on > ${keyDate}::date - interval '13 months' and left_on <= ${keyDate}
    )
    select to_char(month.first, 'YYYY-MM') as month, coalesce(sum(joined), 0)::int as joined, coalesce(sum(gone), 0)::int as left
    from month left join counted using (first) group by month.first order by month.first`);
  return rows;
}
