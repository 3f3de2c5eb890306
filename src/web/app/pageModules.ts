import type { ComponentType } from 'react';
import type { PageName } from '#shared/pages.ts';

type PageModule = Promise<{ Page: ComponentType }>;

const coming = (): PageModule => import('./ComingPage.tsx');

/** Where each page's component comes from; every one is loaded when it is first opened. */
export const pageModules: { readonly [name in PageName]: () => PageModule } = {
  home: () => import('./StartPage.tsx'),
  login: () => import('#web/identity/LoginPage.tsx'),
  events: () => import('./EventsScreen.tsx'),
  feedback: () => import('#web/feedback/FeedbackPage.tsx'),
  news: () => import('#web/news/NewsPage.tsx'),
  support: () => import('#web/feedback/SupportPage.tsx'),
  myClub: () => import('./ClubPage.tsx'),
  course: () => import('#web/courses/CoursePage.tsx'),
  member: () => import('#web/members/MemberPage.tsx'),
  profile: () => import('./ProfileScreen.tsx'),
  rwaContent: () => import('#web/contentPages/ContentPage.tsx'),
  scbContent: () => import('#web/contentPages/ContentPage.tsx'),
  gsvContent: () => import('#web/contentPages/ContentPage.tsx'),
  reset: () => import('#web/identity/ResetPage.tsx'),
  verify: () => import('#web/identity/VerifyPage.tsx'),
  registration: () => import('#web/courses/RegistrationPage.tsx'),
  helpers: coming,
  hall: () => import('#web/facilities/HallPage.tsx'),
  admin: () => import('#web/dashboard/DashboardPage.tsx'),
  adminParticipants: () => import('#web/participants/ParticipantsPage.tsx'),
  adminCourses: () => import('#web/manageCourses/ManageCoursesPage.tsx'),
  adminEvents: () => import('./ManageEvents.tsx'),
  adminBookings: () => import('#web/bookings/BookingsPage.tsx'),
  adminFacilities: () => import('#web/facilities/FacilitiesPage.tsx'),
  adminMembers: () => import('#web/members/MembersPage.tsx'),
  adminMemberStatistic: () => import('#web/memberReport/DiaryPage.tsx'),
  adminCourseStat: () => import('./CourseStatScreen.tsx'),
  adminHours: () => import('#web/hours/HoursPage.tsx'),
  adminNews: () => import('#web/news/NewsAdmin.tsx'),
  adminPages: () => import('#web/contentPages/PagesAdmin.tsx'),
  adminOperations: coming,
  adminMail: () => import('#web/info/MailPage.tsx'),
  adminFeedback: () => import('#web/feedback/InboxPage.tsx'),
  adminFiles: () => import('#web/files/FilesPage.tsx'),
  adminPrivacy: () => import('#web/privacy/PrivacyPage.tsx'),
  adminUser: () => import('#web/users/UsersPage.tsx'),
  adminConfig: () => import('./ConfigScreen.tsx'),
  adminAudit: () => import('#web/audit/AuditPage.tsx'),
  adminVersionInfo: () => import('#web/info/VersionPage.tsx'),
  adminSampleAccordion: () => import('#web/info/SampleAccordionPage.tsx'),
  mobileParticipants: () => import('#web/participants/ChooserPage.tsx'),
  mobileParticipantList: () => import('#web/participants/ParticipantListPage.tsx'),
  mobileCourseMembers: () => import('#web/participants/CourseMembersPage.tsx'),
  mobileEventList: () => import('#web/participants/EventListPage.tsx'),
};
