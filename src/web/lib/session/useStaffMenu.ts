import { staffMenu } from '#shared/kernel/site/menus.ts';
import { isOffered, pageOf, type Page } from '#shared/kernel/pages.ts';
import { isPageOn } from './ownClub.ts';
import { useAuth } from './session.ts';

export type MenuPages = { title: string | undefined; pages: readonly Page[] };

/** What the viewer may open of the admin area, in groups; a group of which nothing is offered is left out. */
export function useStaffMenu(): MenuPages[] {
  const { user } = useAuth();
  return staffMenu
    .map(({ title, pages: names }) => ({
      title,
      pages: names.map(pageOf).filter((page) => isOffered(page, user?.role.name) && isPageOn(page, user)),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** Where an entry of the menu leads. */
export function wayTo(page: Page): string {
  return page.path.replace(/\/\$$/, '');
}
