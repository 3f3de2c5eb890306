import { isOffered, pageNames, pageOf, type Page } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { isPageOn } from '#web/lib/session/ownClub.ts';

const atMost = 6;

/** The pages of the product whose title or short word fits; those with a variable address are found by what they show. */
export function pagesFound(text: string, user: User | null): Page[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return pageNames
    .map(pageOf)
    .filter((page) => page.label !== undefined && isOffered(page, user?.role.name) && isPageOn(page, user))
    .filter(({ title, label = '' }) => words.every((word) => plain(`${title} ${label}`).includes(word)))
    .slice(0, atMost);
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').trim();
}
