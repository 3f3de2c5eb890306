import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DiaryEntry } from '#shared/people/report/memberReport.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '#server/people/persons/table.ts';
import { listedNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { course, courseSession, courseTrainer } from '../offers/table.ts';

type Period = { club: ClubName; from: string; to: string };
type HeldDate = DiaryEntry & { trainerIds: string[] };

/** The sessions of courses in a period, newest first, with their leaders. Minutes are elapsed time, also across a clock change. */
export async function heldDates(tx: Transaction, { club, from, to }: Period, limit: number): Promise<HeldDate[]> {
  const trainers = sql`select ${courseTrainer.personId} from ${courseTrainer} where ${courseTrainer.courseId} = ${course.id}`;
  const { rows } = await tx.execute<HeldDate>(sql`
    select ${courseSession.id} as "sessionId", to_char(${courseSession.localDate}, 'YYYY-MM-DD') as day,
      to_char(${courseSession.startsAt} at time zone 'Europe/Berlin', 'HH24:MI') as start,
      (extract(epoch from ${courseSession.endsAt} - ${courseSession.startsAt}) / 60)::int as minutes,
      ${course.title}, coalesce(${department.name}, '') as department, ${courseSession.presentCount} as present,
      coalesce(${courseSession.note}, '') as note,
      coalesce(led.names, '[]'::json) as trainers, coalesce(led.ids, '[]'::json) as "trainerIds"
    from ${courseSession} join ${course} on ${course.id} = ${courseSession.courseId}
    cross join lateral (
      select json_agg(${listedNameOf(person)} order by ${person.lastname}, ${person.firstname}) as names, json_agg(${person.id}) as ids
      from ${person} where ${person.id} = any(case when ${courseSession.substitutePersonId} is not null
        then array[${courseSession.substitutePersonId}] else array(${trainers}) end)) led
    left join ${department} on ${department.id} = ${course.departmentId}
    where ${course.club} = ${club} and ${courseSession.state} = 'held' and ${courseSession.localDate} between ${from} and ${to}
    order by ${courseSession.startsAt} desc, ${courseSession.id}
    limit ${limit}`);
  return rows;
}
