import { sql } from 'drizzle-orm';
import type { HourEntry, HourProposal } from '#shared/money/hours.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** Held dates that a person led, as substitute or as trainer of the course where there was none, and that stand on no sheet yet. */
const open = (personId: string) => sql`
  from course_session s join course c on c.id = s.course_id left join department d on d.id = c.department_id
  where s.state = 'held'
    and case when s.substitute_person_id is not null then s.substitute_person_id = ${personId}
      else exists (select 1 from course_trainer t where t.course_id = c.id and t.person_id = ${personId}) end
    and not exists (select 1 from hour_entry e where e.session_id = s.id and e.person_id = ${personId})`;

/** The quarters and departments with held dates that stand on no sheet yet, the newest first. */
export async function proposalsOf(tx: Transaction, personId: string): Promise<HourProposal[]> {
  const { rows } = await tx.execute<HourProposal>(sql`
    select c.department_id as "departmentId", coalesce(d.name, '') as department,
      to_char(date_trunc('quarter', s.local_date), 'YYYY-MM-DD') as "from",
      to_char(date_trunc('quarter', s.local_date) + interval '3 months - 1 day', 'YYYY-MM-DD') as "to",
      count(*)::int as sessions, sum(extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes
    ${open(personId)}
    group by c.department_id, d.name, date_trunc('quarter', s.local_date)
    order by 3 desc, 2
    limit 40`);
  return rows;
}

/** The entries that held dates of a department and a period make. Minutes are real ones, also over a clock change. */
export async function heldEntries(
  tx: Transaction,
  personId: string,
  { departmentId, from, to }: { departmentId: string | null; from: string; to: string },
): Promise<HourEntry[]> {
  const { rows } = await tx.execute<HourEntry>(sql`
    select s.id as "sessionId", to_char(s.local_date, 'YYYY-MM-DD') as day,
      (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes,
      left(c.title, 120) as activity, s.present_count as participants, '' as note
    ${open(personId)} and c.department_id is not distinct from ${departmentId}::uuid and s.local_date between ${from} and ${to}
    order by s.starts_at, s.id
    limit 400`);
  return rows;
}
