import { addDays, mondayOf } from '#shared/kernel/calendar.ts';
import { mayOpen, pageOf, type PageName } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { today } from '#server/platform/process/clock.ts';

/** Data that a page reads first, on windows that match `media`. */
export type FirstRead = { href: string; media?: string };

/** Where a window has room for tables (src/web/ui/lists/useWide.ts). */
const wide = '(min-width: 62em)';
const narrow = 'not all and (min-width: 62em)';

/**
 * What the staff's daily pages read first when their address chooses nothing, so that their data come beside their code. These are the very
 * requests of the pages: a browser uses what it has loaded already only for the same address (test/e2e/firstReads.spec.ts).
 */
const firstReads: { readonly [page in PageName]?: (user: User, url: URL) => readonly FirstRead[] } = {
  admin: ({ club, role }) => [
    { href: `/api/dashboard?club=${club.name}` },
    ...(may({ role: role.name }, 'setup.read', 'club') ? [{ href: `/api/setup?club=${club.name}` }] : []),
  ],
  adminMembers: () => [{ href: '/api/members?phase=present&sort=name&descending=false&limit=100' }],
  // The pages of single offers lie below it.
  adminCourses: (_user, { pathname }) => (pathname === '/admin/courses' ? [{ href: '/api/manage/courses?status=current' }] : []),
  adminBookings: () => {
    const day = today();
    const monday = mondayOf(day);
    return [
      { href: '/api/facilities' },
      { href: `/api/bookings/plan?from=${monday}&to=${addDays(monday, 6)}`, media: wide },
      { href: `/api/bookings/plan?from=${day}&to=${day}`, media: narrow },
    ];
  },
};

/** What `page` reads first for `user`; nothing if its address chooses something else. */
export function firstReadsOf(page: PageName, url: URL, user: User | null): readonly FirstRead[] {
  return user && url.search === '' && mayOpen(pageOf(page), user.role.name) ? (firstReads[page]?.(user, url) ?? []) : [];
}
