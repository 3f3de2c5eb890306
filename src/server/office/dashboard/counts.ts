import { sql, type SQL } from 'drizzle-orm';
import type { Extent } from '#shared/kernel/rights.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DashboardCardName } from '#shared/office/dashboard.ts';
import { now, today } from '#server/platform/process/clock.ts';

/** For whom is counted: limited people (trainers) have their own courses only. */
export type Counted = { club: ClubName; userId: string; extent: Extent };

/**
 * How each card is counted: a condition on rows of a club, the same as on the list behind it. All of them go into one
 * statement, beneath row security.
 */
export const counts: { readonly [name in DashboardCardName]: (of: Counted) => SQL } = {
  sessionsToday: (of) => sql`from course_session s join course c on c.id = s.course_id
    where ${course(of)} and s.local_date = ${today()} and s.state <> 'cancelled' and ${mine(of)}`,

  sessionsUnmarked: (of) => sql`from course_session s join course c on c.id = s.course_id
    where ${course(of)} and s.local_date >= ${today()}::date - 14 and s.ends_at < ${now()} and s.state in ('planned', 'moved')
      and s.closed_at is null and ${mine(of)}`,

  pendingRegistrations: ({ club }) => sql`from enrolment p where p.club = ${club} and p.state = 'pending'`,

  offersRunningOut: ({ club }) => sql`from enrolment p
    where p.club = ${club} and p.state = 'offered' and p.offer_expires_at between ${now()} and ${now()}::timestamptz + interval '24 hours'`,

  coursesUnderMinimum: ({ club }) => sql`from course c
    where c.club = ${club} and c.status in ('published', 'paused') and c.places_min > 0
      and c.starts_on between ${today()}::date and ${today()}::date + 14
      and c.places_min > (select count(*) from enrolment p where p.course_id = c.id and p.state = 'confirmed')`,

  bookingsToDecide: ({ club }) => sql`from booking b join facility f on f.id = b.facility_id
    where f.manager_club = ${club} and b.state = 'requested' and b.ends_at > ${now()}`,

  bookingsDisplaced: ({ club }) => sql`from booking b where b.club = ${club} and b.state = 'displaced' and b.ends_at > ${now()}`,

  openDefects: ({ club }) => sql`from defect d join facility f on f.id = d.facility_id
    where f.manager_club = ${club} and d.state in ('open', 'acknowledged', 'in_progress')`,

  openShifts: ({ club }) => sql`from shift d join helper_list o on o.id = d.helper_list_id
    where o.club = ${club} and o.state in ('open', 'closed') and d.starts_at between ${now()} and ${now()}::timestamptz + interval '14 days'
      and d.needed > (select count(*) from assignment a where a.shift_id = d.id and a.state in ('unverified', 'confirmed', 'done'))`,

  // Nobody approves his own hours.
  sheetsToApprove: ({ club, userId }) => sql`from hour_sheet h where h.club = ${club} and h.state = 'submitted'
    and not exists (select 1 from person_access a where a.user_id = ${userId} and a.relation = 'self' and a.person_id = h.person_id)`,

  membershipRequests: ({ club }) => sql`from (
      select id from membership_application where club = ${club} and state = 'new'
      union all select id from change_request where club = ${club} and state = 'open') waiting`,

  chargesReturned: ({ club }) => sql`from charge c where c.club = ${club} and c.state = 'returned'`,

  unansweredFeedback: ({ club }) => sql`from feedback f where f.club = ${club} and f.state in ('new', 'in_progress')`,
};

function course({ club }: Counted): SQL {
  return sql`c.club = ${club} and c.status in ('published', 'paused', 'confirmed')`;
}

/** The dates of a trainer: his courses, and those where he stands in. */
function mine({ extent, userId }: Counted): SQL {
  if (extent === 'all') return sql`true`;
  return sql`exists (select 1 from person_access a where a.user_id = ${userId} and a.relation = 'self'
    and (a.person_id = s.substitute_person_id
      or exists (select 1 from course_trainer t where t.course_id = c.id and t.person_id = a.person_id)))`;
}
