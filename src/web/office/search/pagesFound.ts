import { isOffered, pageNames, pageOf, type Page } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { deskActions, type DeskAction } from '#shared/office/deskActions.ts';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { may } from '#shared/kernel/rights.ts';
import { isPageOn, ownClub } from '#web/lib/session/ownClub.ts';

const atMost = 6;

/** The pages whose title or short text matches; those with a parameter in the path are found by their content. */
export function pagesFound(text: string, user: User | null): Page[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return pageNames
    .map(pageOf)
    .filter((page) => page.label !== undefined && isOffered(page, user?.role.name) && isPageOn(page, user))
    .filter(({ title, label = '' }) => words.every((word) => plain(`${title} ${label}`).includes(word)))
    .slice(0, atMost);
}

/** The actions of staff in their own club that match all typed words. */
export function actionsFound(text: string, user: User | null): DeskAction[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const actor = { role: user?.role.name };
  return deskActions
    .filter(({ permission, feature }) => may(actor, permission, 'club') && (!feature || hasFeature(ownClub(user), feature)))
    .filter((action) => words.every((word) => plain(`${action.title} ${action.words}`).includes(word)))
    .slice(0, atMost);
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').trim();
}
