import { sql } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { today } from '#server/platform/process/clock.ts';
import { course, courseTrainer } from './table.ts';

type Leader = { personId: string; offers: string[]; youthOffers: string[]; departmentIds: string[] };

/**
 * The leaders of a club's offers that are not over, with the titles, and which of them a person under 18 may attend.
 * By the year of birth, 17-year-olds are let into an offer from 18, too.
 */
export async function courseLeaders(tx: Transaction, club: ClubName): Promise<Leader[]> {
  const { rows } = await tx.execute<Leader>(sql`
    select ${courseTrainer.personId} as "personId", array_agg(distinct ${course.title}) as offers,
      coalesce(array_agg(distinct ${course.title}) filter (where coalesce(${course.ageMin}, 0)
        < case ${course.ageReference} when 'birth_year' then 19 else 18 end), '{}') as "youthOffers",
      coalesce(array_agg(distinct ${course.departmentId}) filter (where ${course.departmentId} is not null), '{}') as "departmentIds"
    from ${courseTrainer} join ${course} on ${course.id} = ${courseTrainer.courseId}
    where ${course.club} = ${club} and ${course.status} in ${oneOf(courseSets.living)}
      and not ${course.isTemplate} and coalesce(${course.endsOn}, 'infinity') >= ${today()}::date
    group by ${courseTrainer.personId}`);
  return rows;
}
