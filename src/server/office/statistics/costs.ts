import { sql, type SQL } from 'drizzle-orm';
import { oneOf } from '#server/platform/database/columns.ts';
import { hourSheetSets } from '#shared/money/hours.ts';
import type { StatFigures } from '#shared/office/courseStat.ts';
import { course, courseSession, courseTrainer } from '#server/courses/offers/table.ts';
import { facilityUnit } from '#server/halls/facilities/table.ts';
import { hourEntry, hourSheet, trainerRate } from '#server/money/hours/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { hallRate } from './table.ts';

/** The costs of the held sessions of a course in a period. */
export type Costs = Pick<
  StatFigures,
  'trainerMinutes' | 'unpricedMinutes' | 'trainerCents' | 'hallMinutes' | 'unpricedHallMinutes' | 'hallCents'
>;

/**
 * The costs of trainers and halls by course id. Hours on a sheet count as recorded. Hours not yet on a sheet count as they would be added:
 * for the substitute or else for each leader, at the rate of the last day of the quarter. A hall costs its rate on the day; users of some
 * of its parts pay their share. Minutes without a rate are counted separately.
 */
export async function costsByCourse(tx: Transaction, of: SQL, from: string, to: string): Promise<Map<string, Costs>> {
  const { rows } = await tx.execute<Costs & { courseId: string }>(sql`
    with held as (${heldDates(of, from, to)}), led as (${ledHours}),
    people as (
      select l.course_id, sum(l.minutes)::int as minutes, coalesce(sum(l.minutes) filter (where r.cents is null), 0)::int as unpriced,
        coalesce(round(sum(l.minutes * r.cents / 60.0)), 0)::int as cents
      from led l left join lateral (select case when l.is_frozen then l.rate_cents else (${rateOfDay}) end as cents) r on true
      group by 1),
    halls as (${hallCosts})
    select coalesce(p.course_id, x.course_id) as "courseId", coalesce(p.minutes, 0) as "trainerMinutes", coalesce(p.unpriced, 0) as "unpricedMinutes",
      coalesce(p.cents, 0) as "trainerCents", coalesce(x.minutes, 0) as "hallMinutes", coalesce(x.unpriced, 0) as "unpricedHallMinutes",
      coalesce(x.cents, 0) as "hallCents"
    from people p full join halls x on x.course_id = p.course_id`);
  return new Map(rows.map(({ courseId, ...costs }) => [courseId, costs]));
}

/** The held dates of the selected courses; `quarter_end` is the day whose rates apply. */
function heldDates(of: SQL, from: string, to: string): SQL {
  return sql`
      select ${courseSession.id}, ${courseSession.courseId}, ${course.club}, ${course.departmentId}, ${courseSession.localDate},
        ${courseSession.substitutePersonId}, ${courseSession.facilityId}, cardinality(${courseSession.unitIds}) as parts,
        (extract(epoch from ${courseSession.endsAt} - ${courseSession.startsAt}) / 60)::int as minutes,
        (date_trunc('quarter', ${courseSession.localDate}) + interval '3 months - 1 day')::date as quarter_end
      from ${courseSession} join ${course} on ${course.id} = ${courseSession.courseId}
      where ${of} and ${courseSession.state} = 'held' and ${courseSession.localDate} between ${from}::date and ${to}::date`;
}

/** The leaders of the dates with their minutes, from the sheet or else as they would be added to one. */
const ledHours = sql`
      select h.course_id, h.club, h.department_id, h.quarter_end, ${hourEntry.personId}, ${hourEntry.minutes},
        ${hourSheet.state} not in ${oneOf(hourSheetSets.unsubmitted)} as is_frozen, ${hourSheet.rateCents}
      from held h join ${hourEntry} on ${hourEntry.sessionId} = h.id join ${hourSheet} on ${hourSheet.id} = ${hourEntry.sheetId}
      union all
      select h.course_id, h.club, h.department_id, h.quarter_end, w.person_id, h.minutes, false, null
      from held h cross join lateral (
        select h.substitute_person_id as person_id where h.substitute_person_id is not null
        union all select ${courseTrainer.personId} from ${courseTrainer}
          where ${courseTrainer.courseId} = h.course_id and h.substitute_person_id is null) w
      where not exists (select 1 from ${hourEntry} where ${hourEntry.sessionId} = h.id and ${hourEntry.personId} = w.person_id)`;

/** The rate for these hours: of the person, else of the department, else of the club; the latest applies. */
const rateOfDay = sql`
          select ${trainerRate.cents} from ${trainerRate} where ${trainerRate.club} = l.club and ${trainerRate.validFrom} <= l.quarter_end
            and (${trainerRate.personId} is null or ${trainerRate.personId} = l.person_id)
            and (${trainerRate.departmentId} is null or ${trainerRate.departmentId} = l.department_id)
          order by ${trainerRate.personId} is null, ${trainerRate.departmentId} is null, ${trainerRate.validFrom} desc, ${trainerRate.id} desc
          limit 1`;

const hallCosts = sql`
      select h.course_id, sum(h.minutes)::int as minutes, coalesce(sum(h.minutes) filter (where r.cents is null), 0)::int as unpriced,
        coalesce(round(sum(h.minutes * r.cents / 60.0 * case when h.parts = 0 then 1 else least(1, h.parts::numeric / greatest(1, u.parts)) end)), 0)::int as cents
      from held h
      cross join lateral (select count(*) as parts from ${facilityUnit}
        where ${facilityUnit.facilityId} = h.facility_id and (${facilityUnit.retiredOn} is null or ${facilityUnit.retiredOn} > h.local_date)) u
      left join lateral (select ${hallRate.cents} from ${hallRate}
        where ${hallRate.club} = h.club and ${hallRate.validFrom} <= h.local_date
          and (${hallRate.facilityId} is null or ${hallRate.facilityId} = h.facility_id)
        order by ${hallRate.facilityId} is null, ${hallRate.validFrom} desc limit 1) r on true
      where h.facility_id is not null group by 1`;

/** The costs of a course without held dates. */
export const noCosts: Costs = {
  trainerMinutes: 0,
  unpricedMinutes: 0,
  trainerCents: 0,
  hallMinutes: 0,
  unpricedHallMinutes: 0,
  hallCents: 0,
};
