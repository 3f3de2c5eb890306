import { staffMenu } from '#shared/kernel/site/menus.ts';
import { isOffered, pageOf, type Page } from '#shared/kernel/pages.ts';
import { isPageOn } from './ownClub.ts';
import { useAuth } from './session.ts';

export type MenuPages = { title: string | undefined; pages: readonly Page[] };

/** The admin pages that the viewer may open, in groups; empty groups are left out. */
export function useStaffMenu(): MenuPages[] {
  const { user } = useAuth();
  return staffMenu
    .map(({ title, pages: names }) => ({
      title,
      pages: names.map(pageOf).filter((page) => isOffered(page, user?.role.name) && isPageOn(page, user)),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** The path that a menu entry links to. */
export function wayTo(page: Page): string {
  return page.path.replace(/\/\$$/, '');
}
