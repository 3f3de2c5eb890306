import { NavLink } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useId } from 'react';
import { keptQuery, type PinnedView } from '#shared/accounts/views.ts';
import { mayOpen, type Page } from '#shared/kernel/pages.ts';
import { pageOfView, pathInPage } from '#web/accounts/parts/viewAddress.ts';
import { pinnedQuery } from '#web/accounts/parts/viewQueries.ts';
import { isPageOn } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { wayTo } from '#web/lib/session/useStaffMenu.ts';
import { useChosenColumns } from '#web/ui/lists/useChosenColumns.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';

/** The viewer's pinned views, at the top of the menu; nothing if there are none. */
export function PinnedViews({ onNavigate }: { onNavigate: () => void }) {
  const { user } = useAuth();
  const id = useId();
  const { data = [] } = useQuery({ ...pinnedQuery, enabled: user !== null });
  const shown = data.flatMap((view) => {
    const page = pageOfView(view.page);
    return mayOpen(page, user?.role.name) && isPageOn(page, user) ? [{ view, page }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Gemerkt</h2>
      {shown.map(({ view, page }) => (
        <Pinned key={view.id} view={view} page={page} onNavigate={onNavigate} />
      ))}
    </section>
  );
}

function Pinned({ view, page, onNavigate }: { view: PinnedView; page: Page; onNavigate: () => void }) {
  const [, setColumns] = useChosenColumns(view.page);
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const target = `${wayTo(page)}${pathInPage(view.page)}`;
  const isOpen = pathname === target && keptQuery(searchStr.replace(/^\?/, '')) === view.query;
  return (
    <NavLink
      component={Link}
      to={view.query ? `${target}?${view.query}` : target}
      label={view.name}
      leftSection={<Icon name="bookmark" size={20} />}
      active={isOpen}
      onClick={() => {
        if (view.columns) setColumns(view.columns);
        onNavigate();
      }}
    />
  );
}
