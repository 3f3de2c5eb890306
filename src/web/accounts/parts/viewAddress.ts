import type { viewPages } from '#shared/accounts/views.ts';
import { pageOf, type PageName } from '#shared/kernel/pages.ts';

/** The page of each list. */
const pageNames: { readonly [list in (typeof viewPages)[number]]: PageName } = {
  members: 'adminMembers',
  charges: 'adminCharges',
  bookings: 'adminBookings',
  courses: 'adminCourses',
  sessions: 'adminParticipants',
  ownBookings: 'adminEvents',
  requests: 'adminBookingRequests',
  organisations: 'adminOrganisations',
  wishes: 'adminSeasons',
  trainers: 'adminTrainers',
  users: 'adminUser',
  outbox: 'adminMail',
  courseStat: 'adminCourseStat',
};

/** The page of a list. */
export function pageOfView(list: (typeof viewPages)[number]) {
  return pageOf(pageNames[list]);
}

/** The part of the URL after the page's path: a view of wishes names no season, so it leads to the current one. */
export function pathInPage(list: (typeof viewPages)[number]): string {
  return list === 'wishes' ? '/current' : '';
}
