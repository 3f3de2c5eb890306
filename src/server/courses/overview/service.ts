import { sql, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { daysShown, endingHours, openDays, type EnrolmentView, type SessionView } from '#shared/courses/overview/overview.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { booking } from '#server/halls/bookings/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { actingAccess } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { enrolment } from '../enrolments/table.ts';
import { course, courseSession, courseTrainer } from '../offers/table.ts';

// The single condition of each list; the numbers on the start page use it, too.

/** The first and the last day of the view `days`. */
type Days = { from?: string | undefined; to?: string | undefined };

/** The sessions of a view; needs `course` joined with `course_session`. */
export function sessionsIn(view: SessionView, club: ClubName, days: Days = {}): SQL {
  const running = sql`${course.club} = ${club} and ${course.status} in ${oneOf(courseSets.running)}`;
  // Offers that have ended are part of it: one looks back, too.
  const ofClub = sql`${course.club} = ${club} and ${course.status} in ${oneOf([...courseSets.running, ...courseSets.over])}`;
  const first = days.from ?? (days.to ? addDays(days.to, -daysShown) : today());
  const takesPlace = sql`${running} and ${courseSession.state} <> 'cancelled'`;
  const views: { readonly [name in SessionView]: SQL } = {
    today: sql`${takesPlace} and ${courseSession.localDate} = ${today()}`,
    week: sql`${takesPlace} and ${courseSession.localDate} between ${today()} and ${addDays(today(), 6)}`,
    open: sql`${running} and ${courseSession.localDate} >= ${addDays(today(), -openDays)} and ${courseSession.endsAt} < ${now()}
      and ${courseSession.state} in ${oneOf(sessionSets.coming)} and ${courseSession.closedAt} is null`,
    cancelled: sql`${running} and ${courseSession.state} = 'cancelled' and ${courseSession.localDate} >= ${today()}`,
    days: sql`${ofClub} and ${courseSession.localDate} between ${first} and ${days.to ?? addDays(first, daysShown)}`,
  };
  return views[view];
}

/** SQL condition: sessions that a user leads, in their own courses or as a substitute. */
export function ledBy(userId: string): SQL {
  return sql`exists (select 1 from ${actingAccess} where ${actingAccess.userId} = ${userId} and ${actingAccess.relation} = 'self'
    and (${actingAccess.personId} = ${courseSession.substitutePersonId}
      or exists (select 1 from ${courseTrainer}
        where ${courseTrainer.courseId} = ${course.id} and ${courseTrainer.personId} = ${actingAccess.personId})))`;
}

/** The enrolments of a view. */
export function enrolmentsIn(view: EnrolmentView, club: ClubName): SQL {
  const views: { readonly [name in EnrolmentView]: SQL } = {
    pending: sql`${enrolment.state} = 'pending'`,
    offered: sql`${enrolment.state} = 'offered'`,
    ending: sql`${enrolment.state} = 'offered'
      and ${enrolment.offerExpiresAt} between ${now()} and ${now()}::timestamptz + make_interval(hours => ${endingHours}::int)`,
  };
  return sql`${enrolment.club} = ${club} and ${views[view]}`;
}

/** SQL condition: starts within 14 days, below its minimum, and not confirmed yet. */
export function isUnderMinimum(): SQL {
  return sql`${course.status} in ${oneOf(courseSets.undecided)} and ${course.startsOn} between ${today()} and ${addDays(today(), 14)}
    and ${course.placesMin} > (
      select count(*) from ${enrolment} where ${enrolment.courseId} = ${course.id} and ${enrolment.state} = 'confirmed')`;
}

/** SQL condition: a coming date has neither a hall nor another place, or the offer was published and the date did not get its hall. */
export function lacksHall(): SQL {
  return sql`${course.status} in ${oneOf(courseSets.living)} and exists (
    select 1 from ${courseSession} left join ${booking} on ${booking.id} = ${courseSession.bookingId}
    where ${courseSession.courseId} = ${course.id} and ${courseSession.startsAt} > ${now()}
      and ${courseSession.state} in ${oneOf(sessionSets.coming)}
      and case when ${courseSession.facilityId} is null then ${courseSession.place} = ''
        else ${course.status} <> 'draft' and coalesce(${booking.state} not in ${oneOf(bookingSets.standing)}, true) end)`;
}
