import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { periodBefore, sumOf, type CourseStat, type StatMonth, type StatRow } from '#shared/office/courseStat.ts';
import type { CourseKind } from '#shared/courses/courseWords.ts';
import { attendanceSets } from '#shared/courses/sessionStates.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { attendance } from '#server/courses/enrolments/table.ts';
import { course, courseSession, courseTrainer } from '#server/courses/offers/table.ts';
import { inInstallments } from '#server/money/charges/service.ts';
import { charge } from '#server/money/charges/table.ts';
import { department } from '#server/club/departments/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { costsByCourse, noCosts, type Costs } from './costs.ts';
import { datesOf, marksOf, moneyOf, peopleOf, waitlistPeakOf } from './parts.ts';

type Choice = { departmentId?: string | undefined; kind?: CourseKind | undefined; trainerId?: string | undefined };
export type StatScope = Choice & { club: ClubName; from: string; to: string };

/** The statistics of a period and of the period directly before it. Five statements. */
export async function readStatistics(tx: Transaction, scope: StatScope): Promise<CourseStat> {
  const before = periodBefore(scope.from, scope.to);
  const rows = await courseRows(tx, scope);
  const earlier = await courseRows(tx, { ...scope, ...before });
  const months = await monthRows(tx, scope);
  return { rows, totals: sumOf(rows), previous: sumOf(earlier), previousFrom: before.from, previousTo: before.to, months };
}

/** The courses that run in the period; dates, attendance, charges and costs count if they lie in it. */
export async function courseRows(tx: Transaction, scope: StatScope): Promise<StatRow[]> {
  const { from, to } = scope;
  const { rows } = await tx.execute<Omit<StatRow, keyof Costs>>(sql`
    select ${course.id}, ${course.number}, ${course.title}, coalesce(${department.name}, '') as department, ${course.kind}, ${course.status},
      ${course.startsOn}::text as "startsOn", ${course.endsOn}::text as "endsOn", ${course.placesMin} as "placesMin",
      ${course.placesMax} as "placesMax", 1 as courses,
      coalesce(${course.placesMax}, 0) as places, case when ${course.placesMax} is null then 0 else p.registered end as taken,
      p.registered, p.members, p.partners, p.women, p.men, p.diverse, p.under18, p.ages, p.categories,
      coalesce(w.peak, 0)::int as "waitlistPeak",
      s.planned as "sessionsPlanned", s.held as "sessionsHeld", s.cancelled as "sessionsCancelled",
      a.present, a.absent, (m.charged + p.unbilled)::float8 as "targetCents", m.paid::float8 as "paidCents", m.open::float8 as "openCents",
      m.refunded::float8 as "refundedCents"
    from ${course} left join ${department} on ${department.id} = ${course.departmentId}
    cross join lateral (${peopleOf(scope)}) p
    cross join lateral (${datesOf(scope)}) s
    cross join lateral (${waitlistPeakOf(scope)}) w
    cross join lateral (${marksOf(scope)}) a
    cross join lateral (${moneyOf(scope)}) m
    where ${only(scope)} and ${course.startsOn} <= ${to}::date and (${course.endsOn} is null or ${course.endsOn} >= ${from}::date)
    order by ${department.name} nulls last, ${course.title}, ${course.startsOn}, ${course.id} limit 2000`);
  const costs = await costsByCourse(tx, only(scope), from, to);
  return rows.map((row) => ({ ...row, ...(costs.get(row.id) ?? noCosts) }));
}

async function monthRows(tx: Transaction, scope: StatScope): Promise<StatMonth[]> {
  const { from, to } = scope;
  const of = only(scope);
  const { rows } = await tx.execute<StatMonth>(sql`
    with marked as (
      select to_char(${courseSession.localDate}, 'YYYY-MM') as month,
        count(*) filter (where ${attendance.state} in ${oneOf(attendanceSets.there)})::int as present,
        count(*) filter (where ${attendance.state} in ${oneOf(attendanceSets.missing)})::int as absent
      from ${attendance} join ${courseSession} on ${courseSession.id} = ${attendance.sessionId}
      join ${course} on ${course.id} = ${courseSession.courseId}
      where ${of} and ${courseSession.localDate} between ${from}::date and ${to}::date group by 1),
    money as (
      select to_char(${charge.dueOn}, 'YYYY-MM') as month,
        coalesce(sum(${charge.settledCents} - ${charge.waivedCents} - ${inInstallments()}), 0)::float8 as paid,
        coalesce(sum(${charge.cents} - ${charge.settledCents}) filter (where ${charge.source} <> 'refund' and ${charge.state} in ${oneOf(chargeSets.owed)}), 0)::float8
          as open
      from ${charge} join ${course} on ${course.id} = ${charge.courseId}
      where ${of} and ${charge.dueOn} between ${from}::date and ${to}::date group by 1)
    select to_char(m, 'YYYY-MM') as month, coalesce(present, 0) as present, coalesce(absent, 0) as absent,
      coalesce(paid, 0) as "paidCents", coalesce(open, 0) as "openCents"
    from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month') m
    left join marked on marked.month = to_char(m, 'YYYY-MM') left join money on money.month = to_char(m, 'YYYY-MM') order by 1`);
  return rows;
}

/** SQL condition for the selected courses. */
function only({ club, departmentId, kind, trainerId }: Choice & { club: ClubName }): SQL {
  return sql`${course.club} = ${club} and ${course.status} <> 'draft' ${departmentId ? sql`and ${course.departmentId} = ${departmentId}` : sql``}
    ${kind ? sql`and ${course.kind} = ${kind}` : sql``}
    ${
      trainerId
        ? sql`and exists (select 1 from ${courseTrainer}
            where ${courseTrainer.courseId} = ${course.id} and ${courseTrainer.personId} = ${trainerId})`
        : sql``
    }`;
}
