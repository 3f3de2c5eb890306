import { attendanceContract } from './attendance.ts';
import { auditContract } from './audit.ts';
import { bookingSeriesContract } from './bookingSeries.ts';
import { bookingsContract } from './bookings.ts';
import { closuresContract } from './closures.ts';
import { chargesContract } from './charges.ts';
import { clubsContract } from './clubEntry.ts';
import { contentPagesContract } from './contentPages.ts';
import { configContract } from './config.ts';
import { dashboardContract } from './dashboard.ts';
import { dayRulesContract } from './dayRules.ts';
import { defectsContract } from './defects.ts';
import { eventRegistrationsContract } from './eventRegistrations.ts';
import { eventsContract } from './events.ts';
import { feedsContract } from './feeds.ts';
import { facilitiesContract } from './facilities.ts';
import { hallsContract } from './halls.ts';
import { feedbackContract } from './feedback.ts';
import { hoursContract } from './hours.ts';
import { filesContract } from './files.ts';
import { profileContract, sessionContract } from './identity.ts';
import { infoContract } from './info.ts';
import { courseStatContract } from './courseStat.ts';
import { bankStatementsContract } from './bankStatements.ts';
import { hallRatesContract } from './hallRates.ts';
import { coursesContract } from './courses.ts';
import { memberImportContract } from './memberImport.ts';
import { memberReportContract } from './memberReport.ts';
import { changeRequestsContract } from './changeRequests.ts';
import { membershipApplicationsContract } from './membershipApplications.ts';
import { memberLinksContract } from './memberLinks.ts';
import { mailsContract } from './mails.ts';
import { membersContract } from './members.ts';
import { newsContract, newsroomContract } from './news.ts';
import { helpingContract, operationalsContract } from './operationals.ts';
import { participationsContract } from './participations.ts';
import { peopleContract } from './people.ts';
import { privacyContract } from './privacy.ts';
import { searchContract } from './search.ts';
import { sepaRunsContract } from './sepaRuns.ts';
import { usersContract } from './users.ts';

/** The whole interface on one page: what the server fulfils, the browser calls and the OpenAPI document shows. */
export const contract = {
  session: sessionContract,
  profile: profileContract,
  users: usersContract,
  people: peopleContract,
  members: membersContract,
  memberImports: memberImportContract,
  memberLinks: memberLinksContract,
  memberReport: memberReportContract,
  membershipApplications: membershipApplicationsContract,
  changeRequests: changeRequestsContract,
  courses: coursesContract,
  participations: participationsContract,
  attendance: attendanceContract,
  charges: chargesContract,
  sepaRuns: sepaRunsContract,
  courseStat: courseStatContract,
  hallRates: hallRatesContract,
  bankStatements: bankStatementsContract,
  hours: hoursContract,
  clubs: clubsContract,
  contentPages: contentPagesContract,
  news: newsContract,
  newsroom: newsroomContract,
  feedback: feedbackContract,
  config: configContract,
  audit: auditContract,
  info: infoContract,
  dashboard: dashboardContract,
  search: searchContract,
  privacy: privacyContract,
  files: filesContract,
  facilities: facilitiesContract,
  defects: defectsContract,
  halls: hallsContract,
  bookings: bookingsContract,
  bookingSeries: bookingSeriesContract,
  closures: closuresContract,
  events: eventsContract,
  eventRegistrations: eventRegistrationsContract,
  feeds: feedsContract,
  dayRules: dayRulesContract,
  operationals: operationalsContract,
  helping: helpingContract,
  mails: mailsContract,
};

export type Contract = typeof contract;
