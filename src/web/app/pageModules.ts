import type { ComponentType } from 'react';
import type { PageName } from '#shared/pages.ts';

type PageModule = Promise<{ Page: ComponentType }>;

const coming = (): PageModule => import('./ComingPage.tsx');

/** Where each page's component comes from; every one is loaded when it is first opened. */
export const pageModules: { readonly [name in PageName]: () => PageModule } = {
  home: () => import('./StartPage.tsx'),
  login: () => import('#web/identity/LoginPage.tsx'),
  events: coming,
  feedback: coming,
  news: coming,
  support: coming,
  myClub: () => import('./ClubPage.tsx'),
  course: () => import('#web/courses/CoursePage.tsx'),
  member: coming,
  profile: () => import('./ProfileScreen.tsx'),
  rwaContent: () => import('#web/contentPages/ContentPage.tsx'),
  scbContent: () => import('#web/contentPages/ContentPage.tsx'),
  gsvContent: () => import('#web/contentPages/ContentPage.tsx'),
  reset: () => import('#web/identity/ResetPage.tsx'),
  verify: () => import('#web/identity/VerifyPage.tsx'),
  registration: () => import('#web/courses/RegistrationPage.tsx'),
  helpers: coming,
  hall: () => import('#web/facilities/HallPage.tsx'),
  admin: () => import('#web/info/DashboardPage.tsx'),
  adminParticipants: coming,
  adminCourses: () => import('#web/manageCourses/ManageCoursesPage.tsx'),
  adminEvents: coming,
  adminBookings: () => import('#web/bookings/BookingsPage.tsx'),
  adminFacilities: () => import('#web/facilities/FacilitiesPage.tsx'),
  adminMembers: coming,
  adminMemberStatistic: coming,
  adminCourseStat: coming,
  adminNews: coming,
  adminPages: () => import('#web/contentPages/PagesAdmin.tsx'),
  adminOperations: coming,
  adminMail: () => import('#web/info/MailPage.tsx'),
  adminFeedback: coming,
  adminFiles: () => import('#web/files/FilesPage.tsx'),
  adminPrivacy: coming,
  adminUser: () => import('#web/users/UsersPage.tsx'),
  adminConfig: () => import('#web/config/ConfigPage.tsx'),
  adminAudit: () => import('#web/audit/AuditPage.tsx'),
  adminVersionInfo: () => import('#web/info/VersionPage.tsx'),
  adminSampleAccordion: () => import('#web/info/SampleAccordionPage.tsx'),
  mobileParticipants: coming,
  mobileParticipantList: coming,
  mobileCourseMembers: coming,
  mobileEventList: coming,
};
