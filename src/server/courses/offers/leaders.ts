import { sql } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { today } from '#server/platform/process/clock.ts';
import { course, courseTrainer } from './table.ts';

/** Who leads the offers of a club that are not over, with their titles. */
export async function courseLeaders(tx: Transaction, club: ClubName): Promise<{ personId: string; offers: string[] }[]> {
  const { rows } = await tx.execute<{ personId: string; offers: string[] }>(sql`
    select ${courseTrainer.personId} as "personId", array_agg(distinct ${course.title}) as offers
    from ${courseTrainer} join ${course} on ${course.id} = ${courseTrainer.courseId}
    where ${course.club} = ${club} and ${course.status} in ${oneOf(courseSets.living)}
      and not ${course.isTemplate} and coalesce(${course.endsOn}, 'infinity') >= ${today()}::date
    group by ${courseTrainer.personId}`);
  return rows;
}
