import type { viewPages } from '#shared/accounts/views.ts';
import { pageOf, type PageName } from '#shared/kernel/pages.ts';

/** The page on which each list stands; wishes stand on that of a season, which a view does not name. */
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

/** The page of a list, where its address alone leads there. */
export function pageOfView(list: (typeof viewPages)[number]) {
  const name = pageNames[list];
  return name && pageOf(name);
}
