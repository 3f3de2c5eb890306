import { NavLink, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useId } from 'react';
import { keptQuery, type PinnedView } from '#shared/accounts/views.ts';
import { mayOpen, type Page } from '#shared/kernel/pages.ts';
import { pageOfView, pathInPage } from '#web/accounts/parts/viewAddress.ts';
import { pinnedCountsQuery, pinnedQuery } from '#web/accounts/parts/viewQueries.ts';
import { isPageOn } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { menuPath } from '#web/lib/session/useStaffMenu.ts';
import { useChosenColumns } from '#web/ui/columns/useChosenColumns.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';

/** The viewer's pinned views, at the top of the menu; nothing if there are none. */
export function PinnedViews({ isRail, onNavigate }: { isRail: boolean; onNavigate: () => void }) {
  const { user } = useAuth();
  const id = useId();
  const { data = [] } = useQuery({ ...pinnedQuery, enabled: user !== null });
  const shown = data.flatMap((view) => {
    const page = pageOfView(view.page);
    return mayOpen(page, user?.role.name) && isPageOn(page, user) ? [{ view, page }] : [];
  });
  const { data: counts = [] } = useQuery({ ...pinnedCountsQuery, enabled: shown.length > 0 });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Gemerkt</h2>
      {shown.map(({ view, page }) => (
        <Pinned
          key={view.id}
          view={view}
          page={page}
          isRail={isRail}
          count={counts.find(({ id: of }) => of === view.id)?.count}
          onNavigate={onNavigate}
        />
      ))}
    </section>
  );
}

type PinnedProps = { view: PinnedView; page: Page; isRail: boolean; count: number | undefined; onNavigate: () => void };

function Pinned({ view, page, isRail, count, onNavigate }: PinnedProps) {
  const [, setColumns] = useChosenColumns(view.page);
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const target = `${menuPath(page)}${pathInPage(view.page)}`;
  const isOpen = pathname === target && keptQuery(searchStr.replace(/^\?/, '')) === view.query;
  return (
    <NavLink
      component={Link}
      to={view.query ? `${target}?${view.query}` : target}
      label={view.name}
      title={isRail ? view.name : undefined}
      leftSection={<Icon name="bookmark" size={20} />}
      rightSection={count === undefined ? undefined : <PinnedCount count={count} />}
      active={isOpen}
      onClick={() => {
        if (view.columns) setColumns(view.columns);
        onNavigate();
      }}
    />
  );
}

/** The lists count up to 1000. */
const countedTo = 1000;

function PinnedCount({ count }: { count: number }) {
  return (
    <Text span size="sm" c="dimmed">
      {count >= countedTo ? `${countedTo}+` : count}
      <VisuallyHidden>{count === 1 ? ' Zeile' : ' Zeilen'}</VisuallyHidden>
    </Text>
  );
}
