import { sql } from 'drizzle-orm';
import { addDays, mondayOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { figureWeeks, type DashboardFigures } from '#shared/office/dashboard.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';

/** How a club does: sign-ups and attendance of the last weeks, and how full its departments are. Two statements. */
export async function readFigures(tx: Transaction, club: ClubName): Promise<DashboardFigures> {
  const thisMonday = mondayOf(today());
  const first = addDays(thisMonday, -7 * (figureWeeks - 1));
  const weeks = await tx.execute<DashboardFigures['weeks'][number]>(sql`
    with week as (select (${first}::date + 7 * n) as monday from generate_series(0, ${figureWeeks - 1}) n),
    signed as (
      select date_trunc('week', registered_at at time zone 'Europe/Berlin')::date as monday, count(*)::int as count
      from enrolment where club = ${club} and registered_at >= (${first}::date)::timestamp at time zone 'Europe/Berlin' group by 1),
    marked as (
      select date_trunc('week', s.local_date)::date as monday,
        count(*) filter (where a.state in ('present', 'trial'))::int as present,
        count(*) filter (where a.state in ('absent', 'excused'))::int as absent
      from attendance a join course_session s on s.id = a.session_id
      where a.club = ${club} and s.local_date >= ${first}::date group by 1)
    select week.monday::text as monday, coalesce(signed.count, 0) as "signUps",
      coalesce(marked.present, 0) as present, coalesce(marked.absent, 0) as absent
    from week left join signed using (monday) left join marked using (monday) order by week.monday`);
  const departments = await tx.execute<DashboardFigures['departments'][number]>(sql`
    select coalesce(d.name, 'Ohne Abteilung') as name, sum(c.places_max)::int as places, sum(taken.count)::int as taken
    from course c left join department d on d.id = c.department_id
    cross join lateral (
      select count(*)::int as count from enrolment p where p.course_id = c.id and p.state in ('confirmed', 'offered', 'pending')) taken
    where c.club = ${club} and c.status in ('published', 'paused', 'confirmed') and c.places_max is not null
      and (c.ends_on is null or c.ends_on >= ${today()}::date)
    group by 1 order by 2 desc, 1 limit 12`);
  return { weeks: weeks.rows, departments: departments.rows };
}
