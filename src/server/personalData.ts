import { noticesData } from '#server/accounts/notices/personalData.ts';
import { pushData } from '#server/accounts/push/personalData.ts';
import { accountsData } from '#server/accounts/sessions/personalData.ts';
import { viewsData } from '#server/accounts/views/personalData.ts';
import { auditData } from '#server/club/audit/personalData.ts';
import { binData } from '#server/club/bin/personalData.ts';
import { departmentsData } from '#server/club/departments/personalData.ts';
import { feedbackData } from '#server/content/feedback/personalData.ts';
import { mailsData } from '#server/content/mails/personalData.ts';
import { newsData } from '#server/content/news/personalData.ts';
import { pagesData } from '#server/content/pages/personalData.ts';
import { ageSeasonData } from '#server/courses/ageSeason/personalData.ts';
import { watchesData } from '#server/courses/watches/personalData.ts';
import { cardsData } from '#server/courses/cards/personalData.ts';
import { holidayData } from '#server/courses/holiday/personalData.ts';
import { pausesData } from '#server/courses/pauses/personalData.ts';
import { priceGroupsData } from '#server/courses/priceChanges/personalData.ts';
import { declarationsData } from '#server/courses/declarations/personalData.ts';
import { trialsData } from '#server/courses/trials/personalData.ts';
import { repliesData } from '#server/courses/attendance/personalData.ts';
import { enrolmentsData } from '#server/courses/enrolments/personalData.ts';
import { offersData } from '#server/courses/offers/personalData.ts';
import { eventsData } from '#server/events/personalData.ts';
import { filesData } from '#server/files/folders/personalData.ts';
import { hallsData } from '#server/halls/bookings/personalData.ts';
import { seasonsData } from '#server/halls/seasons/personalData.ts';
import { hallRequestsData } from '#server/halls/hallRequests/personalData.ts';
import { organisationsData } from '#server/halls/organisations/personalData.ts';
import { helpersData } from '#server/helpers/lists/personalData.ts';
import { entriesData } from '#server/money/entries/personalData.ts';
import { donationsData } from '#server/money/donations/personalData.ts';
import { auditorsData } from '#server/money/auditors/personalData.ts';
import { booksData } from '#server/money/books/personalData.ts';
import { datevData } from '#server/money/datev/personalData.ts';
import { clubAccountData } from '#server/club/bankAccounts/personalData.ts';
import { ledgerData } from '#server/money/ledger/personalData.ts';
import { cashData } from '#server/money/cash/personalData.ts';
import { chargesData } from '#server/money/charges/personalData.ts';
import { chargedEnrolments } from '#server/money/charges/service.ts';
import { feesData } from '#server/money/fees/personalData.ts';
import { payoutsData } from '#server/money/payouts/personalData.ts';
import { leviesData } from '#server/money/levies/personalData.ts';
import { dunningData } from '#server/money/dunning/personalData.ts';
import { expensesData } from '#server/money/expenses/personalData.ts';
import { hoursData } from '#server/money/hours/personalData.ts';
import { officeData } from '#server/office/feeds/personalData.ts';
import { privacyLogData } from '#server/office/privacyLog/personalData.ts';
import { processorsData } from '#server/office/processors/personalData.ts';
import { importsData } from '#server/people/imports/personalData.ts';
import { reportData } from '#server/people/report/personalData.ts';
import { membersData } from '#server/people/members/personalData.ts';
import { personsData } from '#server/people/persons/personalData.ts';
import { requestsData } from '#server/people/requests/personalData.ts';
import { ofAgeData } from '#server/people/ofAge/personalData.ts';
import { consentTextsData } from '#server/people/consentTexts/personalData.ts';
import { trainersData } from '#server/people/trainers/personalData.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import type { SealedColumn } from '#server/platform/database/sealing.ts';
import { platformData } from '#server/platform/personalData.ts';

/**
 * The personal data of every folder, in the order of the preview. Erasure and retention run in reverse order: records
 * found through a membership or an enrolment are deleted before it.
 */
export const personalData: readonly PersonalData[] = [
  membersData,
  reportData,
  personsData,
  ofAgeData,
  departmentsData,
  chargesData,
  feesData,
  leviesData,
  dunningData,
  payoutsData,
  booksData,
  auditorsData,
  clubAccountData,
  ledgerData,
  datevData,
  donationsData,
  cashData,
  entriesData,
  requestsData,
  consentTextsData,
  trainersData,
  filesData,
  importsData,
  hoursData,
  expensesData,
  eventsData,
  enrolmentsData(chargedEnrolments),
  ageSeasonData,
  pausesData,
  priceGroupsData,
  cardsData,
  holidayData,
  declarationsData,
  trialsData,
  watchesData,
  repliesData,
  offersData,
  mailsData,
  platformData,
  feedbackData,
  helpersData,
  hallsData,
  organisationsData,
  hallRequestsData,
  seasonsData,
  newsData,
  pagesData,
  officeData,
  privacyLogData,
  processorsData,
  noticesData,
  viewsData,
  pushData,
  accountsData,
  binData,
  auditData,
];

export const sealedColumns: readonly SealedColumn[] = personalData.flatMap(({ sealed }) => sealed ?? []);
