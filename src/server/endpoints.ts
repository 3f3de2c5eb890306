import type { Contract } from '#shared/api.ts';
import { auditApi } from '#server/club/audit/api.ts';
import { binApi } from '#server/club/bin/api.ts';
import { clubsApi } from '#server/club/clubs/api.ts';
import { clubUses } from '#server/club/clubs/service.ts';
import { configApi } from '#server/club/config/api.ts';
import { departmentsApi } from '#server/club/departments/api.ts';
import { secondFactorApi } from '#server/accounts/factors/api.ts';
import { noticesApi } from '#server/accounts/notices/api.ts';
import { passkeysApi } from '#server/accounts/passkeys/api.ts';
import { profileApi } from '#server/accounts/profile/profileApi.ts';
import { provedAccounts } from '#server/accounts/proved/service.ts';
import { pushApi } from '#server/accounts/push/api.ts';
import type { Auth } from '#server/accounts/sessions/auth.ts';
import { sessionApi } from '#server/accounts/sessions/sessionApi.ts';
import { usersApi } from '#server/accounts/users/api.ts';
import { presenceApi } from '#server/accounts/presence/api.ts';
import { viewsApi } from '#server/accounts/views/api.ts';
import { consentTextsApi } from '#server/people/consentTexts/api.ts';
import { honoursApi } from '#server/people/honours/api.ts';
import { memberImportsApi } from '#server/people/imports/importApi.ts';
import { membersApi } from '#server/people/members/api.ts';
import { memberLinksApi } from '#server/people/members/linksApi.ts';
import { ofAgeApi } from '#server/people/ofAge/api.ts';
import { personAccessApi } from '#server/people/persons/accessApi.ts';
import { contactsApi } from '#server/people/persons/contactsApi.ts';
import { peopleApi } from '#server/people/persons/api.ts';
import { invitationsApi } from '#server/people/persons/invitationsApi.ts';
import { namedPeople } from '#server/people/persons/service.ts';
import { keepStaffPerson } from '#server/people/persons/staffPerson.ts';
import { memberReportApi } from '#server/people/report/api.ts';
import { reportSnapshotsApi } from '#server/people/report/snapshotsApi.ts';
import { reportSumsApi } from '#server/people/report/sumsApi.ts';
import { membershipApplicationsApi } from '#server/people/requests/applicationsApi.ts';
import { needsTexts } from '#server/people/requests/service.ts';
import { changeRequestsApi } from '#server/people/requests/changeRequestsApi.ts';
import { allowancesApi } from '#server/people/trainers/allowancesApi.ts';
import { clearancesApi } from '#server/people/trainers/api.ts';
import { trainerContractsApi } from '#server/people/trainers/contractsApi.ts';
import { licenceKindsApi } from '#server/people/trainers/licenceKindsApi.ts';
import { trainerProofsApi } from '#server/people/trainers/proofsApi.ts';
import { trainerFilesApi } from '#server/people/trainers/trainerFilesApi.ts';
import { bookingCheckApi, bookingRequestsApi, bookingsApi, bookingSeriesApi, ownBookingsApi } from '#server/halls/bookings/api.ts';
import { bookingDates } from '#server/halls/bookings/followCalendar.ts';
import { dayRulesApi } from '#server/halls/closures/dayRulesApi.ts';
import { closuresApi } from '#server/halls/closures/closuresApi.ts';
import { facilitiesApi } from '#server/halls/facilities/api.ts';
import { defectsApi } from '#server/halls/facilities/defectsApi.ts';
import { facilityUses } from '#server/halls/facilities/service.ts';
import { hallRequestsApi } from '#server/halls/hallRequests/api.ts';
import { hallQuestionsApi } from '#server/halls/notices/api.ts';
import { organisationsApi } from '#server/halls/organisations/api.ts';
import { ownHoursApi } from '#server/halls/ownHours/api.ts';
import { hallsApi } from '#server/halls/plan/hallsApi.ts';
import { seasonsApi } from '#server/halls/seasons/api.ts';
import { seasonPlansApi } from '#server/halls/seasons/plansApi.ts';
import { wishesApi } from '#server/halls/seasons/wishesApi.ts';
import { eventsApi } from '#server/events/api.ts';
import { eventUses } from '#server/events/service.ts';
import { filesApi } from '#server/files/folders/api.ts';
import { profilePictureUses } from '#server/files/folders/uses.ts';
import type { Storage } from '#server/files/objects/storage.ts';
import type { Presence } from '#server/platform/presence.ts';
import { collectLater } from '#server/files/uploads/garbage.ts';
import { ageSeasonApi } from '#server/courses/ageSeason/api.ts';
import { attendanceApi } from '#server/courses/attendance/api.ts';
import { heldDates } from '#server/courses/attendance/heldDates.ts';
import { repliesApi } from '#server/courses/attendance/repliesApi.ts';
import { cardsApi } from '#server/courses/cards/api.ts';
import { holidayApi } from '#server/courses/holiday/api.ts';
import { declarationsApi } from '#server/courses/declarations/api.ts';
import { enrolmentsApi } from '#server/courses/enrolments/api.ts';
import { eventRegistrationsApi } from '#server/courses/enrolments/eventApi.ts';
import { countEnrolments, eventRegistrations } from '#server/courses/enrolments/service.ts';
import { movesApi } from '#server/courses/moves/api.ts';
import { coursesApi } from '#server/courses/offers/api.ts';
import type { KeptCourses } from '#server/courses/offers/keptCourses.ts';
import type { KeptReportFaults } from '#server/people/report/service.ts';
import { courseLeaders, leading } from '#server/courses/offers/leaders.ts';
import { courseBookings, courseUses } from '#server/courses/offers/service.ts';
import type { OrderPorts } from '#server/courses/orders/service.ts';
import { overviewApi } from '#server/courses/overview/api.ts';
import { pausesApi } from '#server/courses/pauses/api.ts';
import { courseDates } from '#server/courses/planning/followCalendar.ts';
import { followOffer } from '#server/courses/planning/followOffer.ts';
import { manySessionsApi } from '#server/courses/planning/manySessions.ts';
import { priceChangesApi } from '#server/courses/priceChanges/api.ts';
import { trialsApi } from '#server/courses/trials/api.ts';
import { watchesApi } from '#server/courses/watches/api.ts';
import { helperListsApi } from '#server/helpers/lists/api.ts';
import { helperSignUpApi } from '#server/helpers/signUp/helperSignUpApi.ts';
import { organisationMoney } from '#server/money/payers/merge.ts';
import { cardMoney, courseMoney } from '#server/money/charges/service.ts';
import { feesInWords } from '#server/money/fees/orderApi.ts';
import { feeTermsOfLists, payingTogether } from '#server/money/fees/service.ts';
import { expenseUses } from '#server/money/expenses/service.ts';
import { ratesToday, usesOfClub } from '#server/money/hours/service.ts';
import { orderPayment } from '#server/money/mandates/ordering.ts';
import { mandates } from '#server/money/mandates/service.ts';
import { feedbackApi } from '#server/content/feedback/api.ts';
import { mailsApi } from '#server/content/mails/api.ts';
import { outboxApi } from '#server/content/mails/outboxApi.ts';
import { mailUses } from '#server/content/mails/service.ts';
import { mailTemplatesApi } from '#server/content/mails/templatesApi.ts';
import { newsApi } from '#server/content/news/api.ts';
import { newsroomApi } from '#server/content/news/newsroomApi.ts';
import { newsUses } from '#server/content/news/service.ts';
import { contentPagesApi } from '#server/content/pages/api.ts';
import { contentPageUses, contractPartner, legalAddresses } from '#server/content/pages/service.ts';
import { clientErrorsApi } from '#server/office/clientErrors/api.ts';
import { dashboardApi } from '#server/office/dashboard/api.ts';
import { deathsApi } from '#server/office/deaths/api.ts';
import { feedsApi } from '#server/office/feeds/api.ts';
import { privacyApi } from '#server/office/privacy/api.ts';
import { ownFiles } from '#server/office/privacy/service.ts';
import { privacyLogApi } from '#server/office/privacyLog/api.ts';
import { processorsApi } from '#server/office/processors/api.ts';
import { searchApi } from '#server/office/search/api.ts';
import { setupApi } from '#server/office/setup/api.ts';
import { checksApi } from '#server/office/site/checksApi.ts';
import { infoApi } from '#server/office/site/infoApi.ts';
import { courseStatApi } from '#server/office/statistics/api.ts';
import { hallRatesApi } from '#server/office/statistics/hallRates.ts';
import { checksOf } from './checks.ts';
import { departmentPorts } from './departmentPorts.ts';
import { moneyOf } from './moneyEndpoints.ts';
import { viewCounters } from './viewCounters.ts';
import { personalData } from './personalData.ts';

/** The dependencies of the endpoints on the running server. */
export type EndpointNeeds = {
  auth: Auth;
  secret: string;
  build: string;
  storage: Storage;
  courses: KeptCourses;
  reportFaults: KeptReportFaults;
  presence: Presence;
};

/** The uses of stored files: every room that stores their paths has one here. */
const fileUses = [profilePictureUses, courseUses, eventUses, facilityUses, contentPageUses, newsUses, mailUses, expenseUses, clubUses];

/** All endpoints of the contract, module by module from the lowest layer; ports to higher layers are passed here. */
export function endpointsOf({ auth, secret, build, storage, courses, reportFaults, presence }: EndpointNeeds) {
  const members = membersApi(payingTogether);
  const offers = coursesApi(courseMoney);
  const users = usersApi(keepStaffPerson);
  return {
    clubs: clubsApi,
    departments: departmentsApi(departmentPorts),
    config: configApi(needsTexts(legalAddresses)),
    audit: auditApi,
    bin: binApi(() => collectLater(storage)),

    session: sessionApi(auth, secret),
    profile: profileApi((tx, userId) => ownFiles(tx, personalData, userId)),
    secondFactor: secondFactorApi(secret),
    passkeys: passkeysApi(auth, secret),
    users,

    people: peopleApi,
    contacts: contactsApi,
    ofAge: ofAgeApi(mandates),
    consentTexts: consentTextsApi,
    personAccess: personAccessApi,
    invitations: invitationsApi(provedAccounts(secret)),
    members,
    honours: honoursApi,
    memberImports: memberImportsApi({ mandates, terms: feeTermsOfLists, together: payingTogether }),
    memberLinks: memberLinksApi({ mandates, personalData, countEnrolments }),
    memberReport: memberReportApi(heldDates),
    reportSnapshots: reportSnapshotsApi,
    reportSums: reportSumsApi,
    membershipApplications: membershipApplicationsApi({ mandates, feesInWords, pages: legalAddresses }),
    changeRequests: changeRequestsApi(mandates),
    clearances: clearancesApi({ leaders: courseLeaders, leading }),
    trainerProofs: trainerProofsApi(courseLeaders),
    licenceKinds: licenceKindsApi,
    trainerContracts: trainerContractsApi(ratesToday),
    trainerFiles: trainerFilesApi({ leaders: courseLeaders, leading, usesOf: usesOfClub }),
    allowances: allowancesApi,

    ...hallsOf,
    events: eventsApi(eventRegistrations),
    files: filesApi(storage, fileUses),

    courses: offers,
    manySessions: manySessionsApi,
    participations: enrolmentsApi(courseMoney, orderPorts, courses, provedAccounts(secret)),
    contractDeclarations: declarationsApi(courseMoney),
    eventRegistrations: eventRegistrationsApi(orderPorts),
    ...belongingOf,
    presence: presenceApi(presence),
    views: viewsApi(viewCounters({ members, offers, users })),
    operationals: helperListsApi,
    helping: helperSignUpApi,
    ...moneyOf,
    ...contentOf,
    ...officeOf({ build, reportFaults }),
  } satisfies { [feature in keyof Contract]: unknown };
}

/** The ports of orders to higher layers. */
const orderPorts: OrderPorts = { ...orderPayment, partnerOf: contractPartner };

/** Enrolments between joining and leaving, with the notices to families and trainers. */
const belongingOf = {
  trials: trialsApi,
  moves: movesApi,
  ageSeason: ageSeasonApi,
  priceChanges: priceChangesApi,
  watches: watchesApi,
  pauses: pausesApi,
  cards: cardsApi(cardMoney, orderPorts),
  holiday: holidayApi,
  attendance: attendanceApi,
  overview: overviewApi,
  replies: repliesApi,
  notices: noticesApi({ peopleOf: namedPeople }),
  push: pushApi,
};

/** Halls, their organisations, and hall seasons. */
const hallsOf = {
  hallRequests: hallRequestsApi,
  ownHours: ownHoursApi(followOffer),
  hallQuestions: hallQuestionsApi(followOffer),
  facilities: facilitiesApi,
  defects: defectsApi,
  halls: hallsApi,
  bookings: bookingsApi(followOffer),
  bookingSeries: bookingSeriesApi,
  ownBookings: ownBookingsApi,
  bookingCheck: bookingCheckApi,
  bookingRequests: bookingRequestsApi(followOffer),
  closures: closuresApi(followOffer),
  dayRules: dayRulesApi([courseDates, bookingDates(courseBookings)]),
  organisations: organisationsApi(organisationMoney),
  seasons: seasonsApi,
  wishes: wishesApi,
  seasonPlans: seasonPlansApi,
};

/** Content: pages, news, replies to feedback, and mails. */
const contentOf = {
  contentPages: contentPagesApi,
  news: newsApi,
  newsroom: newsroomApi,
  feedback: feedbackApi,
  mails: mailsApi,
  mailTemplates: mailTemplatesApi,
  outbox: outboxApi,
};

/** Features that read from all modules below. */
function officeOf({ build, reportFaults }: Pick<EndpointNeeds, 'build' | 'reportFaults'>) {
  return {
    courseStat: courseStatApi,
    hallRates: hallRatesApi,
    checks: checksApi(checksOf),
    clientErrors: clientErrorsApi,
    info: infoApi(build),
    dashboard: dashboardApi({ reportFaults: (club) => reportFaults.count(club) }),
    setup: setupApi,
    search: searchApi,
    privacy: privacyApi(personalData),
    deaths: deathsApi(personalData),
    privacyLog: privacyLogApi,
    processors: processorsApi,
    feeds: feedsApi,
  };
}
