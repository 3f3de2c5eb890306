import { sql, type SQL } from 'drizzle-orm';
import { queueClasses } from '#shared/courses/courseStates.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { attendanceSets, sessionSets } from '#shared/courses/sessionStates.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { attendance, enrolment, enrolmentLog } from '#server/courses/enrolments/table.ts';
import { course, coursePrice, courseSession } from '#server/courses/offers/table.ts';
import { inInstallments } from '#server/money/charges/service.ts';
import { charge } from '#server/money/charges/table.ts';
import { member, memberSets } from '#server/people/members/table.ts';
import { person } from '#server/people/persons/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';

/** The period, both days inclusive. */
type Days = { from: string; to: string };

/** The seats of a course by category of the statistics, and prices not charged yet. */
export function peopleOf(days: Days): SQL {
  const isSeated = sql`${enrolment.courseId} = ${course.id} and ${enrolment.state} in ${oneOf(enrolmentSets.seated)}`;
  return sql`
      select count(*)::int as registered, count(*) filter (where one.is_member)::int as members,
        count(*) filter (where one.is_partner and not one.is_member)::int as partners, count(*) filter (where one.gender = 'd')::int as diverse,
        count(*) filter (where one.gender = 'w')::int as women, count(*) filter (where one.gender = 'm')::int as men,
        count(*) filter (where one.age < 18)::int as under18,
        array[count(*) filter (where one.age between 0 and 6), count(*) filter (where one.age between 7 and 14),
          count(*) filter (where one.age between 15 and 18), count(*) filter (where one.age between 19 and 26),
          count(*) filter (where one.age between 27 and 40), count(*) filter (where one.age between 41 and 60),
          count(*) filter (where one.age > 60), count(*) filter (where one.age is null)]::int[] as ages,
        coalesce((select jsonb_object_agg(k.category, k.number) from (
          select ${enrolment.priceCategory} as category, count(*)::int as number from ${enrolment}
          where ${isSeated} and ${enrolment.priceCategory} is not null group by 1) k), '{}') as categories,
        coalesce(sum(one.unbilled), 0) as unbilled
      from (
        select ${person.gender} as gender, date_part('year', age(${course.startsOn}, ${person.birthDate}))::int as age,
          (${enrolment.queueClass} = ${queueClasses.partner} or ${enrolment.priceCategory} = 'partner_member') as is_partner,
          ${wasMember(days)} as is_member, ${unbilled(days)} as unbilled
        from ${enrolment} join ${person} on ${person.id} = ${enrolment.personId}
        left join ${coursePrice} on ${coursePrice.courseId} = ${course.id} and ${coursePrice.category} = ${enrolment.priceCategory}
        where ${isSeated}) one`;
}

function wasMember({ from, to }: Days): SQL {
  return sql`exists (select 1 from ${member} where ${member.personId} = ${person.id} and ${member.status} in ${oneOf(memberSets.admitted)}
            and ${member.joinedOn} <= ${to}::date
            and (${member.leftOn} is null or ${member.leftOn} >= greatest(${course.startsOn}, ${from}::date)))`;
}

/** The one-time price of a course that begins in the period, unless it has been charged. */
function unbilled({ from, to }: Days): SQL {
  return sql`case when ${course.startsOn} between ${from}::date and ${to}::date and coalesce(${coursePrice.per}, 'course') = 'course'
            and not exists (select 1 from ${charge}
              where ${charge.source} = 'course' and ${charge.sourceId} = ${enrolment.id} and ${charge.state} <> 'cancelled')
            then coalesce(${enrolment.priceCents}, 0) else 0 end`;
}

/** The number of planned, held and cancelled dates of a course. */
export function datesOf({ from, to }: Days): SQL {
  return sql`
      select count(*) filter (where ${courseSession.state} in ${oneOf(sessionSets.coming)})::int as planned,
        count(*) filter (where ${courseSession.state} = 'held')::int as held,
        count(*) filter (where ${courseSession.state} = 'cancelled')::int as cancelled
      from ${courseSession} where ${courseSession.courseId} = ${course.id} and ${courseSession.localDate} between ${from}::date and ${to}::date`;
}

/** The maximum number of persons waiting at the same time. */
export function waitlistPeakOf({ from, to }: Days): SQL {
  return sql`
      select max(running) as peak from (
        select sum(case when ${enrolmentLog.toState} = 'waitlisted' then 1 else -1 end) over moves as running,
          lead(${enrolmentLog.at}) over moves as until
        from ${enrolmentLog} join ${enrolment} on ${enrolment.id} = ${enrolmentLog.enrolmentId}
        where ${enrolment.courseId} = ${course.id} and ${enrolmentLog.at} < ${midnight(sql`${to}::date + 1`)}
          and (${enrolmentLog.toState} = 'waitlisted') <> (coalesce(${enrolmentLog.fromState}, '') = 'waitlisted')
        window moves as (order by ${enrolmentLog.at}, ${enrolmentLog.id})) waiting
      where until is null or until >= ${midnight(sql`${from}::date`)}`;
}

/** The number of attendances and absences. */
export function marksOf({ from, to }: Days): SQL {
  return sql`
      select count(*) filter (where ${attendance.state} in ${oneOf(attendanceSets.there)})::int as present,
        count(*) filter (where ${attendance.state} in ${oneOf(attendanceSets.missing)})::int as absent
      from ${attendance} join ${courseSession} on ${courseSession.id} = ${attendance.sessionId}
      where ${courseSession.courseId} = ${course.id} and ${courseSession.localDate} between ${from}::date and ${to}::date`;
}

/** Charged, paid, open and refunded amounts, by due day. */
export function moneyOf({ from, to }: Days): SQL {
  return sql`
      select
        coalesce(sum(${charge.cents} - ${inInstallments()}) filter (where ${charge.source} <> 'refund' and ${charge.state} not in ${oneOf(chargeSets.dropped)}), 0)
          as charged,
        coalesce(sum(${charge.settledCents} - ${charge.waivedCents} - ${inInstallments()}), 0) as paid,
        coalesce(sum(${charge.cents} - ${charge.settledCents}) filter (where ${charge.source} <> 'refund' and ${charge.state} in ${oneOf(chargeSets.owed)}), 0) as open,
        coalesce(-sum(${charge.cents}) filter (where ${charge.source} = 'refund' and ${charge.state} <> 'cancelled'), 0) as refunded
      from ${charge} where ${charge.courseId} = ${course.id} and ${charge.dueOn} between ${from}::date and ${to}::date`;
}

/** The instant at which a day begins in Europe/Berlin. */
function midnight(date: SQL): SQL {
  return sql`(${date})::timestamp at time zone 'Europe/Berlin'`;
}
