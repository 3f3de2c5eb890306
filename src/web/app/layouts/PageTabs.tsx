import { Link, useRouterState } from '@tanstack/react-router';
import { menuPath, useTabs } from '#web/lib/session/useStaffMenu.ts';
import { useTabCounts } from '#web/office/parts/useMenuCounts.ts';
import classes from './PageTabs.module.css';

/** The pages that share the open page's entry in the menu, above its heading. */
export function PageTabs() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const tabs = useTabs(path);
  const counts = useTabCounts(tabs);
  if (tabs.length === 0) return null;
  return (
    <nav aria-label="Seiten dieses Bereichs" className={`${classes['tabs']} no-print`}>
      {tabs.map((page) => {
        const waiting = counts.get(menuPath(page));
        return (
          <Link
            key={page.path}
            ref={menuPath(page) === path ? intoView : undefined}
            to={menuPath(page)}
            className={classes['tab']}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            aria-describedby={waiting && `tab-${page.path}`}
          >
            {page.label}
            {waiting && (
              <span className={classes['count']} aria-hidden title={waiting.words}>
                {waiting.count}
                <span id={`tab-${page.path}`} hidden>
                  {waiting.words}
                </span>
              </span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

/** On a phone the tabs scroll in one line; the page itself stays where it is. Measured just before the paint, which lays out anyway. */
function intoView(tab: HTMLElement | null): void {
  const bar = tab?.parentElement;
  if (!tab || !bar) return;
  requestAnimationFrame(() => {
    bar.scrollLeft += tab.getBoundingClientRect().left - bar.getBoundingClientRect().left - 16;
  });
}
