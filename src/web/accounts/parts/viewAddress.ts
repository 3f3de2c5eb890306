import type { viewPages } from '#shared/accounts/views.ts';
import { pageOf, type PageName } from '#shared/kernel/pages.ts';

/** The page of each list; season wishes are shown on the page of a season, which a view does not name. */
const pageNames: { readonly [list in (typeof viewPages)[number]]: PageName | undefined } = {
  members: 'adminMembers',
  charges: 'adminCharges',
  bookings: 'adminBookings',
  courses: 'adminCourses',
  sessions: 'adminParticipants',
  ownBookings: 'adminEvents',
  requests: 'adminBookingRequests',
  organisations: 'adminOrganisations',
  wishes: undefined,
  trainers: 'adminTrainers',
  users: 'adminUser',
  outbox: 'adminMail',
  courseStat: 'adminCourseStat',
};

/** The page of a list, if its path needs no parameter. */
export function pageOfView(list: (typeof viewPages)[number]) {
  const name = pageNames[list];
  return name && pageOf(name);
}
