import { sql } from 'drizzle-orm';
import type { HourEntry, HourProposal } from '#shared/money/hours.ts';
import { course, courseSession, courseTrainer } from '#server/courses/offers/table.ts';
import { department } from '#server/club/departments/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { hourEntry } from './table.ts';

/** Sessions that a person led (as substitute, or as trainer of a course without a substitute) and that are on no sheet yet. */
const open = (personId: string) => sql`
  from ${courseSession} join ${course} on ${course.id} = ${courseSession.courseId}
  left join ${department} on ${department.id} = ${course.departmentId}
  where ${courseSession.state} = 'held'
    and case when ${courseSession.substitutePersonId} is not null then ${courseSession.substitutePersonId} = ${personId}
      else exists (select 1 from ${courseTrainer} where ${courseTrainer.courseId} = ${course.id} and ${courseTrainer.personId} = ${personId}) end
    and not exists (select 1 from ${hourEntry} where ${hourEntry.sessionId} = ${courseSession.id} and ${hourEntry.personId} = ${personId})`;

/** The quarters and departments with sessions held that are on no sheet yet, newest first. */
export async function proposalsOf(tx: Transaction, personId: string): Promise<HourProposal[]> {
  const { rows } = await tx.execute<HourProposal>(sql`
    select ${course.departmentId} as "departmentId", coalesce(${department.name}, '') as department,
      to_char(date_trunc('quarter', ${courseSession.localDate}), 'YYYY-MM-DD') as "from",
      to_char(date_trunc('quarter', ${courseSession.localDate}) + interval '3 months - 1 day', 'YYYY-MM-DD') as "to",
      count(*)::int as sessions, sum(extract(epoch from ${courseSession.endsAt} - ${courseSession.startsAt}) / 60)::int as minutes
    ${open(personId)}
    group by ${course.departmentId}, ${department.name}, date_trunc('quarter', ${courseSession.localDate})
    order by 3 desc, 2
    limit 40`);
  return rows;
}

/** The entries for the sessions held of a department and a period. Minutes are elapsed time, also across a clock change. */
export async function heldEntries(
  tx: Transaction,
  personId: string,
  { departmentId, from, to }: { departmentId: string | null; from: string; to: string },
): Promise<HourEntry[]> {
  const { rows } = await tx.execute<HourEntry>(sql`
    select ${courseSession.id} as "sessionId", to_char(${courseSession.localDate}, 'YYYY-MM-DD') as day,
      (extract(epoch from ${courseSession.endsAt} - ${courseSession.startsAt}) / 60)::int as minutes,
      left(${course.title}, 120) as activity, ${courseSession.presentCount} as participants, '' as note
    ${open(personId)} and ${course.departmentId} is not distinct from ${departmentId}::uuid and ${courseSession.localDate} between ${from} and ${to}
    order by ${courseSession.startsAt}, ${courseSession.id}
    limit 400`);
  return rows;
}
