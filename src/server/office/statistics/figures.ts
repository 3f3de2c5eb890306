import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { periodBefore, sumOf, type CourseStat, type StatMonth, type StatRow } from '#shared/office/courseStat.ts';
import { queueClasses } from '#shared/courses/courseStates.ts';
import type { CourseKind } from '#shared/courses/courseWords.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { costsByCourse, noCosts, type Costs } from './costs.ts';

type Choice = { departmentId?: string | undefined; kind?: CourseKind | undefined; trainerId?: string | undefined };
export type StatScope = Choice & { club: ClubName; from: string; to: string };

/** The statistics of a period, with those of the period right before. Five statements. */
export async function readStatistics(tx: Transaction, scope: StatScope): Promise<CourseStat> {
  const before = periodBefore(scope.from, scope.to);
  const rows = await courseRows(tx, scope);
  const earlier = await courseRows(tx, { ...scope, ...before });
  const months = await monthRows(tx, scope);
  return { rows, totals: sumOf(rows), previous: sumOf(earlier), previousFrom: before.from, previousTo: before.to, months };
}

/** The courses that run in the period; dates, marks, charges and costs count where they lie in it. */
export async function courseRows(tx: Transaction, scope: StatScope): Promise<StatRow[]> {
  const { from, to } = scope;
  const { rows } = await tx.execute<Omit<StatRow, keyof Costs>>(sql`
    select c.id, c.number, c.title, coalesce(d.name, '') as department, c.kind, c.status, c.starts_on::text as "startsOn",
      c.ends_on::text as "endsOn", c.places_min as "placesMin", c.places_max as "placesMax", 1 as courses,
      coalesce(c.places_max, 0) as places, case when c.places_max is null then 0 else p.registered end as taken,
      p.registered, p.members, p.partners, p.women, p.men, p.diverse, p.under18, p.ages, p.categories,
      coalesce(w.peak, 0)::int as "waitlistPeak",
      s.planned as "sessionsPlanned", s.held as "sessionsHeld", s.cancelled as "sessionsCancelled",
      a.present, a.absent, (m.charged + p.unbilled)::float8 as "targetCents", m.paid::float8 as "paidCents", m.open::float8 as "openCents",
      m.refunded::float8 as "refundedCents"
    from course c left join department d on d.id = c.department_id
    cross join lateral (
      select count(*)::int as registered, count(*) filter (where one.is_member)::int as members,
        count(*) filter (where one.is_partner and not one.is_member)::int as partners, count(*) filter (where one.gender = 'd')::int as diverse,
        count(*) filter (where one.gender = 'w')::int as women, count(*) filter (where one.gender = 'm')::int as men,
        count(*) filter (where one.age < 18)::int as under18,
        array[count(*) filter (where one.age between 0 and 6), count(*) filter (where one.age between 7 and 14),
          count(*) filter (where one.age between 15 and 18), count(*) filter (where one.age between 19 and 26),
          count(*) filter (where one.age between 27 and 40), count(*) filter (where one.age between 41 and 60),
          count(*) filter (where one.age > 60), count(*) filter (where one.age is null)]::int[] as ages,
        coalesce((select jsonb_object_agg(k.category, k.number) from (
          select x.price_category as category, count(*)::int as number from enrolment x
          where x.course_id = c.id and x.state in ('confirmed', 'completed', 'no_show') and x.price_category is not null group by 1) k), '{}') as categories,
        coalesce(sum(one.unbilled), 0) as unbilled
      from (
        select q.gender, date_part('year', age(c.starts_on, q.birth_date))::int as age,
          (e.queue_class = ${queueClasses.partner} or e.price_category = 'partner_member') as is_partner,
          exists (select 1 from member b where b.person_id = q.id and b.status in ('active', 'terminated', 'left')
            and b.joined_on <= ${to}::date and (b.left_on is null or b.left_on >= greatest(c.starts_on, ${from}::date))) as is_member,
          case when c.starts_on between ${from}::date and ${to}::date and coalesce(r.per, 'course') = 'course'
            and not exists (select 1 from charge h where h.source = 'course' and h.source_id = e.id and h.state <> 'cancelled')
            then coalesce(e.price_cents, 0) else 0 end as unbilled
        from enrolment e join person q on q.id = e.person_id
        left join course_price r on r.course_id = c.id and r.category = e.price_category
        where e.course_id = c.id and e.state in ('confirmed', 'completed', 'no_show')) one) p
    cross join lateral (
      select count(*) filter (where state in ('planned', 'moved'))::int as planned, count(*) filter (where state = 'held')::int as held,
        count(*) filter (where state = 'cancelled')::int as cancelled
      from course_session where course_id = c.id and local_date between ${from}::date and ${to}::date) s
    cross join lateral (
      select max(running) as peak from (
        select sum(case when l.to_state = 'waitlisted' then 1 else -1 end) over moves as running, lead(l.at) over moves as until
        from enrolment_log l join enrolment e on e.id = l.enrolment_id
        where e.course_id = c.id and (l.to_state = 'waitlisted') <> (coalesce(l.from_state, '') = 'waitlisted') and l.at < ${midnight(sql`${to}::date + 1`)}
        window moves as (order by l.at, l.id)) waiting
      where until is null or until >= ${midnight(sql`${from}::date`)}) w
    cross join lateral (
      select count(*) filter (where t.state in ('present', 'trial'))::int as present,
        count(*) filter (where t.state in ('absent', 'excused'))::int as absent
      from attendance t join course_session z on z.id = t.session_id
      where z.course_id = c.id and z.local_date between ${from}::date and ${to}::date) a
    cross join lateral (
      select coalesce(sum(h.cents) filter (where h.source <> 'refund' and h.state not in ('cancelled', 'written_off')), 0) as charged,
        coalesce(sum(h.cents) filter (where h.state = 'paid'), 0) as paid,
        coalesce(sum(h.cents) filter (where h.source <> 'refund' and h.state in ('open', 'in_collection', 'returned')), 0) as open,
        coalesce(-sum(h.cents) filter (where h.source = 'refund' and h.state <> 'cancelled'), 0) as refunded
      from charge h where h.course_id = c.id and h.due_on between ${from}::date and ${to}::date) m
    where ${only(scope)} and c.starts_on <= ${to}::date and (c.ends_on is null or c.ends_on >= ${from}::date)
    order by d.name nulls last, c.title, c.starts_on, c.id limit 2000`);
  const costs = await costsByCourse(tx, only(scope), from, to);
  return rows.map((row) => ({ ...row, ...(costs.get(row.id) ?? noCosts) }));
}

async function monthRows(tx: Transaction, scope: StatScope): Promise<StatMonth[]> {
  const { from, to } = scope;
  const of = only(scope);
  const { rows } = await tx.execute<StatMonth>(sql`
    with marked as (
      select to_char(s.local_date, 'YYYY-MM') as month, count(*) filter (where a.state in ('present', 'trial'))::int as present,
        count(*) filter (where a.state in ('absent', 'excused'))::int as absent
      from attendance a join course_session s on s.id = a.session_id join course c on c.id = s.course_id
      where ${of} and s.local_date between ${from}::date and ${to}::date group by 1),
    money as (
      select to_char(h.due_on, 'YYYY-MM') as month, coalesce(sum(h.cents) filter (where h.state = 'paid'), 0)::float8 as paid,
        coalesce(sum(h.cents) filter (where h.source <> 'refund' and h.state in ('open', 'in_collection', 'returned')), 0)::float8 as open
      from charge h join course c on c.id = h.course_id
      where ${of} and h.due_on between ${from}::date and ${to}::date group by 1)
    select to_char(m, 'YYYY-MM') as month, coalesce(present, 0) as present, coalesce(absent, 0) as absent,
      coalesce(paid, 0) as "paidCents", coalesce(open, 0) as "openCents"
    from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month') m
    left join marked on marked.month = to_char(m, 'YYYY-MM') left join money on money.month = to_char(m, 'YYYY-MM') order by 1`);
  return rows;
}

/** The courses that are looked at. */
function only({ club, departmentId, kind, trainerId }: Choice & { club: ClubName }) {
  return sql`c.club = ${club} and c.status <> 'draft' ${departmentId ? sql`and c.department_id = ${departmentId}` : sql``}
    ${kind ? sql`and c.kind = ${kind}` : sql``}
    ${trainerId ? sql`and exists (select 1 from course_trainer t where t.course_id = c.id and t.person_id = ${trainerId})` : sql``}`;
}

/** The instant at which a day begins where the clubs are. */
function midnight(date: SQL): SQL {
  return sql`(${date})::timestamp at time zone 'Europe/Berlin'`;
}
