import { attendanceContract } from '#shared/courses/attendance.ts';
import { auditContract } from '#shared/club/audit.ts';
import { binContract } from '#shared/club/bin.ts';
import { bookingCheckContract } from '#shared/halls/bookingCheck.ts';
import { bookingRequestsContract } from '#shared/halls/bookingRequests.ts';
import { ownBookingsContract } from '#shared/halls/ownBookings.ts';
import { bookingSeriesContract } from '#shared/halls/bookingSeries.ts';
import { bookingsContract } from '#shared/halls/bookings.ts';
import { closuresContract } from '#shared/halls/closures.ts';
import { chargesContract } from '#shared/money/charges.ts';
import { paymentsContract } from '#shared/money/payments.ts';
import { clubsContract } from '#shared/club/clubEntry.ts';
import { contentPagesContract } from '#shared/content/contentPages.ts';
import { configContract } from '#shared/club/config.ts';
import { departmentsContract } from '#shared/club/departments.ts';
import { dashboardContract } from '#shared/office/dashboard/dashboard.ts';
import { checksContract } from '#shared/office/checks.ts';
import { clientErrorsContract } from '#shared/office/clientErrors.ts';
import { setupContract } from '#shared/office/setup.ts';
import { dayRulesContract } from '#shared/halls/dayRules.ts';
import { defectsContract } from '#shared/halls/defects.ts';
import { declarationsContract } from '#shared/courses/declarations.ts';
import { ageSeasonContract } from '#shared/courses/ageSeason/ageSeason.ts';
import { priceChangesContract } from '#shared/courses/priceChanges/priceChanges.ts';
import { hallQuestionsContract } from '#shared/halls/notices/holderNotices.ts';
import { ownHoursContract } from '#shared/halls/ownHours.ts';
import { hallRequestsContract } from '#shared/halls/hallRequests/hallRequests.ts';
import { watchesContract } from '#shared/courses/watches/watches.ts';
import { cardsContract } from '#shared/courses/cards/cards.ts';
import { holidayContract } from '#shared/courses/holiday/holiday.ts';
import { pausesContract } from '#shared/courses/pauses/pauses.ts';
import { movesContract } from '#shared/courses/moves/moves.ts';
import { trialsContract } from '#shared/courses/trials/trials.ts';
import { eventRegistrationsContract } from '#shared/courses/eventRegistrations.ts';
import { eventsContract } from '#shared/events/events.ts';
import { feedsContract } from '#shared/office/feeds.ts';
import { facilitiesContract } from '#shared/halls/facilities.ts';
import { hallsContract } from '#shared/halls/halls.ts';
import { organisationsContract } from '#shared/halls/organisations.ts';
import { seasonPlansContract } from '#shared/halls/seasons/plans.ts';
import { seasonsContract } from '#shared/halls/seasons/seasons.ts';
import { wishesContract } from '#shared/halls/seasons/wishes.ts';
import { feedbackContract } from '#shared/content/feedback.ts';
import { expensesContract } from '#shared/money/expenses/contract.ts';
import { hoursContract } from '#shared/money/hours.ts';
import { filesContract } from '#shared/files/files.ts';
import { profileContract, sessionContract } from '#shared/accounts/identity.ts';
import { passkeyContract } from '#shared/accounts/passkeys.ts';
import { secondFactorContract } from '#shared/accounts/secondFactor.ts';
import { infoContract } from '#shared/office/info.ts';
import { courseStatContract } from '#shared/office/courseStat.ts';
import { bankRulesContract } from '#shared/money/bankRules/contract.ts';
import { bankLinesContract } from '#shared/money/bankLines.ts';
import { hallRatesContract } from '#shared/office/hallRates.ts';
import { coursesContract } from '#shared/courses/courses.ts';
import { manySessionsContract } from '#shared/courses/planning/manySessions.ts';
import { invitationsContract } from '#shared/people/invitations.ts';
import { memberImportContract } from '#shared/people/memberImport.ts';
import { memberReportContract } from '#shared/people/report/memberReport.ts';
import { reportSumsContract } from '#shared/people/report/reportSums.ts';
import { reportSnapshotsContract } from '#shared/people/report/reportSnapshots.ts';
import { changeRequestsContract } from '#shared/people/changeRequests.ts';
import { licenceKindsContract } from '#shared/people/trainers/licenceKinds.ts';
import { ofAgeContract } from '#shared/people/ofAge/contract.ts';
import { trainerProofsContract } from '#shared/people/trainers/trainerProofs.ts';
import { allowancesContract } from '#shared/people/trainers/allowances.ts';
import { trainerFilesContract } from '#shared/people/trainers/files.ts';
import { trainerContractsContract } from '#shared/people/trainers/contracts.ts';
import { clearancesContract } from '#shared/people/clearances.ts';
import { membershipApplicationsContract } from '#shared/people/membershipApplications.ts';
import { memberLinksContract } from '#shared/people/memberLinks.ts';
import { mailTemplatesContract } from '#shared/content/mailTemplates.ts';
import { mailsContract } from '#shared/content/mails.ts';
import { outboxContract } from '#shared/content/outbox.ts';
import { membersContract } from '#shared/people/members.ts';
import { newsContract, newsroomContract } from '#shared/content/news.ts';
import { helperSignUpContract, helperListsContract } from '#shared/helpers/helperLists.ts';
import { enrolmentsContract } from '#shared/courses/enrolments.ts';
import { personAccessContract } from '#shared/people/access.ts';
import { consentTextsContract } from '#shared/people/consentTexts/contract.ts';
import { contactsContract } from '#shared/people/contacts.ts';
import { peopleContract } from '#shared/people/people.ts';
import { deathsContract } from '#shared/office/deaths.ts';
import { privacyContract } from '#shared/office/privacy.ts';
import { privacyLogContract } from '#shared/office/privacyLog/contract.ts';
import { processorsContract } from '#shared/office/processors.ts';
import { searchContract } from '#shared/office/search.ts';
import { feeOrderContract } from '#shared/money/fees/feeOrder.ts';
import { feesContract } from '#shared/money/fees/fees.ts';
import { feeFamiliesContract } from '#shared/money/fees/feeFamilies.ts';
import { memberFeesContract } from '#shared/money/fees/memberFees.ts';
import { entriesContract } from '#shared/money/entries/contract.ts';
import { donationsContract } from '#shared/money/donations/contract.ts';
import { booksContract } from '#shared/money/books/contract.ts';
import { cashContract } from '#shared/money/cash/contract.ts';
import { payoutsContract } from '#shared/money/payouts/contract.ts';
import { honoursContract } from '#shared/people/honours/contract.ts';
import { openingsContract } from '#shared/money/openings/contract.ts';
import { auditorsContract } from '#shared/money/auditors/contract.ts';
import { clubAccountsContract } from '#shared/club/bankAccounts/contract.ts';
import { ledgerContract } from '#shared/money/ledger/contract.ts';
import { datevContract } from '#shared/money/datev/contract.ts';
import { donationImportContract } from '#shared/money/donations/importing.ts';
import { chargeBatchesContract } from '#shared/money/batches/contract.ts';
import { termsContract } from '#shared/money/terms/contract.ts';
import { leviesContract } from '#shared/money/levies/contract.ts';
import { dunningContract } from '#shared/money/dunning/contract.ts';
import { mandatesContract } from '#shared/money/mandates.ts';
import { noticesContract } from '#shared/accounts/notices.ts';
import { viewsContract } from '#shared/accounts/views.ts';
import { presenceContract } from '#shared/accounts/presence.ts';
import { pushContract } from '#shared/accounts/push.ts';
import { overviewContract } from '#shared/courses/overview/overview.ts';
import { repliesContract } from '#shared/courses/replies.ts';
import { sepaRunsContract } from '#shared/money/sepaRuns.ts';
import { usersContract } from '#shared/accounts/users.ts';

/** The complete API contract: implemented by the server, called by the browser and rendered as the OpenAPI document. */
export const contract = {
  session: sessionContract,
  profile: profileContract,
  secondFactor: secondFactorContract,
  passkeys: passkeyContract,
  users: usersContract,
  departments: departmentsContract,
  people: peopleContract,
  contacts: contactsContract,
  consentTexts: consentTextsContract,
  personAccess: personAccessContract,
  invitations: invitationsContract,
  members: membersContract,
  honours: honoursContract,
  memberImports: memberImportContract,
  memberLinks: memberLinksContract,
  memberReport: memberReportContract,
  reportSnapshots: reportSnapshotsContract,
  reportSums: reportSumsContract,
  membershipApplications: membershipApplicationsContract,
  changeRequests: changeRequestsContract,
  clearances: clearancesContract,
  trainerProofs: trainerProofsContract,
  licenceKinds: licenceKindsContract,
  ofAge: ofAgeContract,
  trainerContracts: trainerContractsContract,
  trainerFiles: trainerFilesContract,
  allowances: allowancesContract,
  courses: coursesContract,
  manySessions: manySessionsContract,
  participations: enrolmentsContract,
  attendance: attendanceContract,
  overview: overviewContract,
  replies: repliesContract,
  notices: noticesContract,
  views: viewsContract,
  presence: presenceContract,
  push: pushContract,
  charges: chargesContract,
  chargeBatches: chargeBatchesContract,
  levies: leviesContract,
  terms: termsContract,
  openings: openingsContract,
  payouts: payoutsContract,
  dunning: dunningContract,
  books: booksContract,
  cash: cashContract,
  auditors: auditorsContract,
  clubAccounts: clubAccountsContract,
  ledger: ledgerContract,
  datev: datevContract,
  donations: donationsContract,
  donationImports: donationImportContract,
  entries: entriesContract,
  feeOrder: feeOrderContract,
  fees: feesContract,
  memberFees: memberFeesContract,
  feeFamilies: feeFamiliesContract,
  mandates: mandatesContract,
  payments: paymentsContract,
  sepaRuns: sepaRunsContract,
  courseStat: courseStatContract,
  hallRates: hallRatesContract,
  bankLines: bankLinesContract,
  bankRules: bankRulesContract,
  hours: hoursContract,
  expenses: expensesContract,
  clubs: clubsContract,
  contentPages: contentPagesContract,
  news: newsContract,
  newsroom: newsroomContract,
  feedback: feedbackContract,
  config: configContract,
  audit: auditContract,
  bin: binContract,
  checks: checksContract,
  clientErrors: clientErrorsContract,
  info: infoContract,
  dashboard: dashboardContract,
  setup: setupContract,
  search: searchContract,
  privacy: privacyContract,
  deaths: deathsContract,
  privacyLog: privacyLogContract,
  processors: processorsContract,
  files: filesContract,
  facilities: facilitiesContract,
  defects: defectsContract,
  halls: hallsContract,
  bookings: bookingsContract,
  bookingCheck: bookingCheckContract,
  bookingRequests: bookingRequestsContract,
  bookingSeries: bookingSeriesContract,
  ownBookings: ownBookingsContract,
  closures: closuresContract,
  organisations: organisationsContract,
  seasons: seasonsContract,
  wishes: wishesContract,
  seasonPlans: seasonPlansContract,
  events: eventsContract,
  trials: trialsContract,
  moves: movesContract,
  ageSeason: ageSeasonContract,
  priceChanges: priceChangesContract,
  watches: watchesContract,
  hallRequests: hallRequestsContract,
  ownHours: ownHoursContract,
  hallQuestions: hallQuestionsContract,
  pauses: pausesContract,
  cards: cardsContract,
  holiday: holidayContract,
  contractDeclarations: declarationsContract,
  eventRegistrations: eventRegistrationsContract,
  feeds: feedsContract,
  dayRules: dayRulesContract,
  operationals: helperListsContract,
  helping: helperSignUpContract,
  mails: mailsContract,
  mailTemplates: mailTemplatesContract,
  outbox: outboxContract,
};

export type Contract = typeof contract;
