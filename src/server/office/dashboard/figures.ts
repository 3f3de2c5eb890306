import { sql } from 'drizzle-orm';
import { addDays, mondayOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { attendanceSets } from '#shared/courses/sessionStates.ts';
import { figureWeeks, type DashboardFigures } from '#shared/office/dashboard/dashboardFigures.ts';
import { heldSeatsOf } from '#server/courses/enrolments/service.ts';
import { attendance, enrolment } from '#server/courses/enrolments/table.ts';
import { course, courseSession } from '#server/courses/offers/table.ts';
import { department } from '#server/club/departments/table.ts';
import { member, memberSets } from '#server/people/members/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';

/** The figures of a club: enrolments and attendance of the last weeks, and the occupancy of its departments. Two statements. */
export async function readFigures(tx: Transaction, club: ClubName): Promise<DashboardFigures> {
  const thisMonday = mondayOf(today());
  const first = addDays(thisMonday, -7 * (figureWeeks - 1));
  const weeks = await tx.execute<DashboardFigures['weeks'][number]>(sql`
    with week as (select (${first}::date + 7 * n) as monday from generate_series(0, ${figureWeeks - 1}) n),
    signed as (
      select date_trunc('week', ${enrolment.registeredAt} at time zone 'Europe/Berlin')::date as monday, count(*)::int as count
      from ${enrolment}
      where ${enrolment.club} = ${club} and ${enrolment.registeredAt} >= (${first}::date)::timestamp at time zone 'Europe/Berlin'
      group by 1),
    marked as (
      select date_trunc('week', ${courseSession.localDate})::date as monday,
        count(*) filter (where ${attendance.state} in ${oneOf(attendanceSets.there)})::int as present,
        count(*) filter (where ${attendance.state} in ${oneOf(attendanceSets.missing)})::int as absent,
        count(distinct ${attendance.sessionId})::int as held
      from ${attendance} join ${courseSession} on ${courseSession.id} = ${attendance.sessionId}
      where ${attendance.club} = ${club} and ${courseSession.localDate} >= ${first}::date group by 1),
    joined as (
      select date_trunc('week', ${member.joinedOn})::date as monday, count(*)::int as count
      from ${member}
      where ${member.club} = ${club} and ${member.status} in ${oneOf(memberSets.admitted)} and ${member.joinedOn} >= ${first}::date
      group by 1)
    select week.monday::text as monday, coalesce(signed.count, 0) as "signUps",
      coalesce(marked.present, 0) as present, coalesce(marked.absent, 0) as absent,
      coalesce(marked.held, 0) as held, coalesce(joined.count, 0) as joined
    from week left join signed using (monday) left join marked using (monday) left join joined using (monday) order by week.monday`);
  const departments = await tx.execute<DashboardFigures['departments'][number]>(sql`
    select coalesce(${department.name}, 'Ohne Abteilung') as name, sum(${course.placesMax})::int as places, sum(taken.count)::int as taken
    from ${course} left join ${department} on ${department.id} = ${course.departmentId}
    cross join lateral (${heldSeatsOf(course.id)}) taken
    where ${course.club} = ${club} and ${course.status} in ${oneOf(courseSets.running)} and ${course.placesMax} is not null
      and (${course.endsOn} is null or ${course.endsOn} >= ${today()}::date)
    group by 1 order by 2 desc, 1 limit 12`);
  return { weeks: weeks.rows, departments: departments.rows };
}
