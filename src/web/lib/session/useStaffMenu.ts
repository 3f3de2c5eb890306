import { menuTabs, staffMenu } from '#shared/kernel/site/menus.ts';
import { phonePages } from '#shared/kernel/site/thumbMenus.ts';
import { isOffered, pageNames, pageOf, type Page } from '#shared/kernel/pages.ts';
import { isPageOn } from './ownClub.ts';
import { useAuth } from './session.ts';

export type MenuPages = { title: string | undefined; pages: readonly Page[] };

/** The tabs of each entry that has some, by the path of the entry. */
const tabsByEntry: ReadonlyMap<string, readonly Page[]> = new Map(
  pageNames.flatMap((entry) => {
    const tabs = menuTabs[entry];
    return tabs ? [[pageOf(entry).path, tabs.map(pageOf)] as const] : [];
  }),
);

/** The admin pages that the viewer may open, in groups, on request with those that only phones use; empty groups are left out. */
export function useStaffMenu(isOnPhone = false): MenuPages[] {
  const { user } = useAuth();
  return [...staffMenu, ...(isOnPhone ? [{ title: 'Unterwegs', pages: phonePages }] : [])]
    .map(({ title, pages: names }: (typeof staffMenu)[number]) => ({
      title,
      pages: names.map(pageOf).filter((page) => isOffered(page, user?.role.name) && isPageOn(page, user)),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** The pages that share the entry of a page, it among them. */
export function tabsOf(page: Page): readonly Page[] {
  return tabsByEntry.get(page.path) ?? [page];
}

/** The pages that the viewer may open and that share the entry of the page at a path; none if it is alone. */
export function useTabs(path: string): readonly Page[] {
  const { user } = useAuth();
  const tabs = [...tabsByEntry.values()].find((pages) => pages.some((page) => menuPath(page) === path)) ?? [];
  const offered = tabs.filter((page) => isOffered(page, user?.role.name) && isPageOn(page, user));
  return offered.length > 1 ? offered : [];
}

/** The path that a menu entry links to. */
export function menuPath(page: Page): string {
  return page.path.replace(/\/\$$/, '');
}
