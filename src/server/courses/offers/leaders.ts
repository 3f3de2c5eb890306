import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { today } from '#server/platform/process/clock.ts';
import { course, courseSession, courseTrainer } from './table.ts';

type Leader = { personId: string; offers: string[]; youthOffers: string[]; departmentIds: string[] };

/**
 * The leaders of a club's current and future offers, with titles, and those open to people under 18. With an age reference by birth year,
 * 17-year-olds may attend offers from 18, too.
 */
export async function courseLeaders(tx: Transaction, club: ClubName): Promise<Leader[]> {
  const { rows } = await tx.execute<Leader>(sql`
    select ${courseTrainer.personId} as "personId", array_agg(distinct ${course.title}) as offers,
      coalesce(array_agg(distinct ${course.title}) filter (where coalesce(${course.ageMin}, 0)
        < case ${course.ageReference} when 'birth_year' then 19 else 18 end), '{}') as "youthOffers",
      coalesce(array_agg(distinct ${course.departmentId}) filter (where ${course.departmentId} is not null), '{}') as "departmentIds"
    from ${courseTrainer} join ${course} on ${course.id} = ${courseTrainer.courseId}
    where ${course.club} = ${club} and ${isNotOver()}
    group by ${courseTrainer.personId}`);
  return rows;
}

/** SQL for a row with a person id: whether they lead nothing now or later, and the last day on which they led. */
export const leading = {
  nothing: (
    personId: AnyColumn,
  ): SQL => sql`not exists (select 1 from ${courseTrainer} join ${course} on ${course.id} = ${courseTrainer.courseId}
      where ${courseTrainer.personId} = ${personId} and ${isNotOver()})
    and not exists (select 1 from ${courseSession} where ${courseSession.substitutePersonId} = ${personId}
      and ${courseSession.localDate} > ${today()}::date and ${courseSession.state} <> 'cancelled')`,
  lastDay: (personId: AnyColumn): SQL<string | null> => sql`(select max(${courseSession.localDate})::text from ${courseSession}
    where ${courseSession.localDate} <= ${today()}::date and ${courseSession.state} <> 'cancelled'
      and (${courseSession.substitutePersonId} = ${personId} or ${courseSession.substitutePersonId} is null and exists (select 1 from ${courseTrainer}
        where ${courseTrainer.courseId} = ${courseSession.courseId} and ${courseTrainer.personId} = ${personId})))`,
};

function isNotOver(): SQL {
  return sql`${course.status} in ${oneOf(courseSets.living)} and not ${course.isTemplate} and coalesce(${course.endsOn}, 'infinity') >= ${today()}::date`;
}
