import type { KnownClub } from '#shared/kernel/clubs.ts';
import { isSwitchedOn, type Page } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { boot } from '../boot.ts';

/** The user's own club on any site; the site's club while nobody is signed in. */
export function ownClub(user: User | null): KnownClub {
  return boot.clubs[user?.club.name ?? boot.club.name];
}

/** Whether the club flag of a page is on, for this user. */
export function isPageOn(page: Page, user: User | null): boolean {
  const viewer = user ? { club: user.club.name, role: user.role.name } : undefined;
  return isSwitchedOn(page, { site: boot.club.name, clubs: boot.clubs, viewer });
}
