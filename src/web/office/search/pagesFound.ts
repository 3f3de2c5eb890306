import type { Role } from '#shared/kernel/access.ts';
import { hasFeature, type Club } from '#shared/kernel/clubs.ts';
import { isOffered, pageNames, pageOf, type Page } from '#shared/kernel/pages.ts';

const atMost = 6;

/** The pages of the product whose title or short word fits; those with a variable address are found by what they show. */
export function pagesFound(text: string, club: Club, role: Role | undefined): Page[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return pageNames
    .map(pageOf)
    .filter((page) => page.label !== undefined && isOffered(page, role))
    .filter(({ feature }) => !feature || hasFeature(club, feature))
    .filter(({ title, label = '' }) => words.every((word) => plain(`${title} ${label}`).includes(word)))
    .slice(0, atMost);
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').trim();
}
