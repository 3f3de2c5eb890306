import { sql, type SQL } from 'drizzle-orm';
import type { Extent } from '#shared/kernel/rights.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { unansweredFeedback } from '#shared/content/feedback.ts';
import { undecidedDeclarations } from '#shared/courses/declarationWords.ts';
import type { SessionView } from '#shared/courses/overview/overview.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { openDefects } from '#shared/halls/defects.ts';
import { proofSoonDays } from '#shared/people/trainers/trainerProofs.ts';
import type { DashboardCardName } from '#shared/office/dashboard/dashboard.ts';
import { feedback } from '#server/content/feedback/table.ts';
import { isOpen as isOpenVisit } from '#server/courses/cards/service.ts';
import { cardVisit } from '#server/courses/cards/table.ts';
import { contractDeclaration } from '#server/courses/declarations/table.ts';
import { enrolment } from '#server/courses/enrolments/table.ts';
import { holidayRound } from '#server/courses/holiday/table.ts';
import { leading } from '#server/courses/offers/service.ts';
import { course, courseSession } from '#server/courses/offers/table.ts';
import { enrolmentsIn, isUnderMinimum, ledBy, sessionsIn } from '#server/courses/overview/service.ts';
import { booking } from '#server/halls/bookings/table.ts';
import { defect, facility } from '#server/halls/facilities/table.ts';
import { hallRequest } from '#server/halls/hallRequests/table.ts';
import { organisation } from '#server/halls/organisations/table.ts';
import { objection, season, wish } from '#server/halls/seasons/table.ts';
import { openQuestions } from '#server/halls/notices/service.ts';
import { isOpenShift } from '#server/helpers/lists/service.ts';
import { helperList, shift } from '#server/helpers/lists/table.ts';
import { bankLine } from '#server/money/bank/table.ts';
import { isExpiring, isOverdue } from '#server/money/charges/service.ts';
import { charge } from '#server/money/charges/table.ts';
import { isWaitingFor } from '#server/money/expenses/service.ts';
import { expense } from '#server/money/expenses/table.ts';
import { isLapsing, leftPayers } from '#server/money/mandates/service.ts';
import { sepaMandate } from '#server/money/mandates/table.ts';
import { hourSheet } from '#server/money/hours/table.ts';
import { daysOverdue } from '#server/office/backup/lastBackup.ts';
import { privacyCase } from '#server/office/privacyLog/table.ts';
import { actingAccess } from '#server/people/persons/table.ts';
import { openAccessTasks } from '#server/people/persons/service.ts';
import { isClearanceEnding, isLastDayMissing } from '#server/people/trainers/service.ts';
import { clearance, isRenewedProof, trainerProof } from '#server/people/trainers/table.ts';
import { changeRequest, membershipApplication } from '#server/people/requests/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { inOutbox } from '#server/platform/mail/outboxFilter.ts';
import { now, today } from '#server/platform/process/clock.ts';

/** The viewer for whom records are counted; a limited viewer (trainer) has own courses only. */
export type Counted = { club: ClubName; userId: string; extent: Extent };

/** Counts cards whose rules are not SQL, each with a connection of its own. */
export type Computed = { readonly [name in 'reportFaults' | 'feeGaps']: (club: ClubName) => Promise<number> };

/**
 * The SQL of each other card: a condition on rows of a club, the same as in the list that it links to. All cards are counted in one statement,
 * under row-level security.
 */
export const counts: { readonly [name in Exclude<DashboardCardName, keyof Computed>]: (of: Counted) => SQL } = {
  sessionsToday: (of) => dates('today', of),

  sessionsUnmarked: (of) => dates('open', of),

  pendingRegistrations: ({ club }) => sql`from ${enrolment} where ${enrolmentsIn('pending', club)}`,

  offersRunningOut: ({ club }) => sql`from ${enrolment} where ${enrolmentsIn('ending', club)}`,

  visitsWithoutCard: ({ club }) => sql`from ${cardVisit} where ${cardVisit.club} = ${club} and ${isOpenVisit()}`,

  holidaysToDraw: ({ club }) => sql`from ${holidayRound}
    where ${holidayRound.club} = ${club} and ${holidayRound.state} = 'open' and ${holidayRound.wishesUntil} < ${today()}`,

  coursesUnderMinimum: ({ club }) =>
    sql`from ${course} where ${course.club} = ${club} and not ${course.isTemplate} and ${isUnderMinimum()}`,

  // The dates of a series in one hall count as one request.
  bookingsToDecide: ({ club }) => sql`from (select distinct coalesce(${booking.seriesId}, ${booking.id}), ${booking.facilityId}
      from ${booking} join ${facility} on ${facility.id} = ${booking.facilityId}
      where ${facility.managerClub} = ${club} and ${booking.state} in ${oneOf(bookingSets.waiting)} and ${booking.startsAt} > ${now()}) as requests`,

  hallRequests: ({ club }) => sql`from ${hallRequest} where ${hallRequest.club} = ${club} and ${hallRequest.state} = 'open'`,

  wishesToConfirm: ({ club }) => sql`from ${wish} join ${season} on ${season.id} = ${wish.seasonId}
      join ${organisation} on ${organisation.id} = ${wish.organisationId}
    where ${organisation.club} = ${club} and ${wish.state} = 'copied' and ${season.phase} = 'open' and ${season.wishesUntil} > ${now()}`,

  // Seasons of others for which nothing has been sent yet, or not all of it.
  wishesToSend: ({ club }) => sql`from ${season} where ${season.phase} = 'open' and ${season.managerClub} <> ${club}
    and ${season.wishesFrom} <= ${now()} and ${season.wishesUntil} > ${now()} and (
      select count(*) filter (where ${wish.state} = 'submitted') = 0 or count(*) filter (where ${wish.state} = 'draft') > 0
      from ${wish} join ${organisation} on ${organisation.id} = ${wish.organisationId}
      where ${wish.seasonId} = ${season.id} and ${organisation.club} = ${club})`,

  objectionsToAnswer: ({ club }) => sql`from ${objection} join ${season} on ${season.id} = ${objection.seasonId}
    where ${season.managerClub} = ${club} and ${season.phase} = 'consultation' and ${objection.state} = 'open'`,

  bookingsDisplaced: ({ club }) => sql`from ${booking}
    where ${booking.club} = ${club} and ${booking.state} = 'displaced' and ${booking.endsAt} > ${now()}`,

  hallQuestions: ({ club }) => openQuestions(club),

  openDefects: ({ club }) => sql`from ${defect} join ${facility} on ${facility.id} = ${defect.facilityId}
    where ${facility.managerClub} = ${club} and ${defect.state} in ${oneOf(openDefects)}`,

  openShifts: ({ club }) => sql`from ${shift} join ${helperList} on ${helperList.id} = ${shift.helperListId} where ${isOpenShift(club)}`,

  // Users cannot approve their own hours.
  sheetsToApprove: ({ club, userId }) => sql`from ${hourSheet} where ${hourSheet.club} = ${club} and ${hourSheet.state} = 'submitted'
    and not exists (select 1 from ${actingAccess} where ${actingAccess.userId} = ${userId} and ${actingAccess.relation} = 'self'
      and ${actingAccess.personId} = ${hourSheet.personId})`,

  contractDeclarations: ({ club }) => sql`from ${contractDeclaration} where ${contractDeclaration.club} = ${club}
    and ${contractDeclaration.state} in ${oneOf(undecidedDeclarations)} and ${contractDeclaration.decidedAt} is null`,

  membershipRequests: ({ club }) => sql`from (
      select ${membershipApplication.id} from ${membershipApplication}
        where ${membershipApplication.club} = ${club} and ${membershipApplication.state} = 'new'
      union all select ${changeRequest.id} from ${changeRequest}
        where ${changeRequest.club} = ${club} and ${changeRequest.state} = 'open') waiting`,

  accessToDecide: ({ club }) => openAccessTasks.toDecide(club),

  guardiansEnding: ({ club }) => openAccessTasks.ofAge(club),

  proofsEnding: ({ club }) =>
    sql`from (select 1 from ${trainerProof} where ${trainerProof.club} = ${club}
        and ${trainerProof.validTo} <= ${today()}::date + ${proofSoonDays}::int and not ${isRenewedProof}
      union all select 1 from ${clearance} where ${clearance.club} = ${club} and ${isClearanceEnding(today(), proofSoonDays)}) as ending`,

  lastDaysMissing: ({ club }) => sql`from ${clearance} where ${clearance.club} = ${club} and ${isLastDayMissing(leading)}`,

  chargesReturned: ({ club }) => sql`from ${charge} where ${charge.club} = ${club} and ${charge.state} = 'returned'`,

  chargesOverdue: ({ club }) => sql`from ${charge} where ${charge.club} = ${club} and ${isOverdue()}`,

  // In the last two months of the year.
  chargesExpiring: ({ club }) =>
    sql`from ${charge} where ${charge.club} = ${club} and ${isExpiring()} and extract(month from ${today()}::date) >= 11`,

  bankLinesOpen: ({ club }) => sql`from ${bankLine} where ${bankLine.club} = ${club} and ${bankLine.state} = 'new'`,

  expensesToCheck: ({ club, userId, extent }) => sql`from ${expense} where ${isWaitingFor({ club, userId, extent })}`,

  mandatesLapsing: ({ club }) => sql`from ${sepaMandate} where ${sepaMandate.club} = ${club} and ${isLapsing()}`,

  payersLeft: ({ club }) => sql`from (${leftPayers(club)}) payers`,

  privacyCases: ({ club }) => sql`from ${privacyCase} where ${privacyCase.club} = ${club} and ${privacyCase.state} = 'open'`,

  mailsFailed: ({ club }) => sql`from ${outboxMail} where ${inOutbox({ club, state: 'failed' })}`,

  backupOverdue: () => daysOverdue(),

  unansweredFeedback: ({ club }) => sql`from ${feedback}
    where ${feedback.club} = ${club} and ${feedback.state} in ${oneOf(unansweredFeedback)}`,
};

/** The dates of a view; for trainers only their own. */
function dates(view: SessionView, { club, extent, userId }: Counted): SQL {
  return sql`from ${courseSession} join ${course} on ${course.id} = ${courseSession.courseId}
    where ${sessionsIn(view, club)} and ${extent === 'all' ? sql`true` : ledBy(userId)}`;
}
