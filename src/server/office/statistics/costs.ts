import { sql, type SQL } from 'drizzle-orm';
import type { StatFigures } from '#shared/office/courseStat.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What the held dates of a course cost in a period. */
export type Costs = Pick<
  StatFigures,
  'trainerMinutes' | 'unpricedMinutes' | 'trainerCents' | 'hallMinutes' | 'unpricedHallMinutes' | 'hallCents'
>;

/**
 * What trainers and halls cost, by course. Hours on a sheet count as they stand there; those on none yet count as they would
 * come onto one: for the substitute or else for everybody who leads, at the rate of the last day of the quarter. A hall costs
 * its rate of the day, whoever uses some of its parts their share. Minutes without a rate are counted beside.
 */
export async function costsByCourse(tx: Transaction, of: SQL, from: string, to: string): Promise<Map<string, Costs>> {
  const { rows } = await tx.execute<Costs & { courseId: string }>(sql`
    with held as (
      select s.id, s.course_id, c.club, c.department_id, s.local_date, s.substitute_person_id, s.facility_id, cardinality(s.unit_ids) as parts,
        (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes,
        (date_trunc('quarter', s.local_date) + interval '3 months - 1 day')::date as quarter_end
      from course_session s join course c on c.id = s.course_id
      where ${of} and s.state = 'held' and s.local_date between ${from}::date and ${to}::date),
    led as (
      select h.course_id, h.club, h.department_id, h.quarter_end, e.person_id, e.minutes,
        t.state not in ('draft', 'rejected') as is_frozen, t.rate_cents
      from held h join hour_entry e on e.session_id = h.id join hour_sheet t on t.id = e.sheet_id
      union all
      select h.course_id, h.club, h.department_id, h.quarter_end, w.person_id, h.minutes, false, null
      from held h cross join lateral (
        select h.substitute_person_id as person_id where h.substitute_person_id is not null
        union all select t.person_id from course_trainer t where t.course_id = h.course_id and h.substitute_person_id is null) w
      where not exists (select 1 from hour_entry e where e.session_id = h.id and e.person_id = w.person_id)),
    people as (
      select l.course_id, sum(l.minutes)::int as minutes, coalesce(sum(l.minutes) filter (where r.cents is null), 0)::int as unpriced,
        coalesce(round(sum(l.minutes * r.cents / 60.0)), 0)::int as cents
      from led l left join lateral (
        select case when l.is_frozen then l.rate_cents else (
          select t.cents from trainer_rate t where t.club = l.club and t.valid_from <= l.quarter_end
            and (t.person_id is null or t.person_id = l.person_id) and (t.department_id is null or t.department_id = l.department_id)
          order by t.person_id is null, t.department_id is null, t.valid_from desc, t.id desc limit 1) end as cents) r on true
      group by 1),
    halls as (
      select h.course_id, sum(h.minutes)::int as minutes, coalesce(sum(h.minutes) filter (where r.cents is null), 0)::int as unpriced,
        coalesce(round(sum(h.minutes * r.cents / 60.0 * case when h.parts = 0 then 1 else least(1, h.parts::numeric / greatest(1, u.parts)) end)), 0)::int as cents
      from held h
      cross join lateral (select count(*) as parts from facility_unit f
        where f.facility_id = h.facility_id and (f.retired_on is null or f.retired_on > h.local_date)) u
      left join lateral (select t.cents from hall_rate t
        where t.club = h.club and t.valid_from <= h.local_date and (t.facility_id is null or t.facility_id = h.facility_id)
        order by t.facility_id is null, t.valid_from desc limit 1) r on true
      where h.facility_id is not null group by 1)
    select coalesce(p.course_id, x.course_id) as "courseId", coalesce(p.minutes, 0) as "trainerMinutes", coalesce(p.unpriced, 0) as "unpricedMinutes",
      coalesce(p.cents, 0) as "trainerCents", coalesce(x.minutes, 0) as "hallMinutes", coalesce(x.unpriced, 0) as "unpricedHallMinutes",
      coalesce(x.cents, 0) as "hallCents"
    from people p full join halls x on x.course_id = p.course_id`);
  return new Map(rows.map(({ courseId, ...costs }) => [courseId, costs]));
}

/** A course without held dates costs nothing. */
export const noCosts: Costs = {
  trainerMinutes: 0,
  unpricedMinutes: 0,
  trainerCents: 0,
  hallMinutes: 0,
  unpricedHallMinutes: 0,
  hallCents: 0,
};
