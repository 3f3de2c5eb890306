import type { PageName } from '../pages.ts';
import type { Role } from '../roles.ts';

/** Pages for the phone that no other entry leads to. */
export const phonePages: readonly PageName[] = ['mobileParticipants', 'mobileCourseMembers', 'mobileEventList'];

/** An entry of the bar at the foot of a phone: a page, with its words there and its tab; or the search. */
export type ThumbEntry = { page: PageName; label?: string; tab?: string } | 'search';

const ofBoard: readonly ThumbEntry[] = [{ page: 'admin' }, 'search', { page: 'adminMembers' }, { page: 'adminBookings' }];

/** What the bar of the staff's phone offers besides the whole menu, by role: what the role needs most under way. */
export const thumbMenus: { readonly [role in Role]?: readonly ThumbEntry[] } = {
  trainer: [{ page: 'admin', label: 'Heute' }, { page: 'mobileParticipantList' }, { page: 'mobileCourseMembers' }, { page: 'adminHours' }],
  editor: [
    { page: 'admin' },
    { page: 'adminCourses', label: 'Angebote' },
    { page: 'adminParticipants' },
    { page: 'adminEvents', label: 'Buchungen', tab: 'bookings' },
  ],
  admin: ofBoard,
  super: ofBoard,
};
