import { Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import type { PinnedView } from '#shared/accounts/views.ts';
import { mayOpen, pages, type Page } from '#shared/kernel/pages.ts';
import { pageOfView, pathInPage } from '#web/accounts/parts/viewAddress.ts';
import { pinnedQuery } from '#web/accounts/parts/viewQueries.ts';
import { isPageOn } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { menuPath } from '#web/lib/session/useStaffMenu.ts';
import { useChosenColumns } from '#web/ui/columns/useChosenColumns.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';

/** The viewer's pinned views, as in the menu; nothing if there are none. */
export function PinnedGroup({ onOpen }: { onOpen: (link: string) => void }) {
  const { user } = useAuth();
  const { data = [] } = useQuery({ ...pinnedQuery, enabled: mayOpen(pages.admin, user?.role.name) });
  const shown = data.flatMap((view) => {
    const page = pageOfView(view.page);
    return mayOpen(page, user?.role.name) && isPageOn(page, user) ? [{ view, page }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label="Gemerkt">
      {shown.map(({ view, page }) => (
        <PinnedAction key={view.id} view={view} page={page} onOpen={onOpen} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

type PinnedActionProps = { view: PinnedView; page: Page; onOpen: (link: string) => void };

function PinnedAction({ view, page, onOpen }: PinnedActionProps) {
  const [, setColumns] = useChosenColumns(view.page);
  const target = `${menuPath(page)}${pathInPage(view.page)}`;
  return (
    <Spotlight.Action
      label={view.name}
      description={page.label ?? page.title}
      leftSection={<Icon name="bookmark" />}
      onClick={() => {
        if (view.columns) setColumns(view.columns);
        onOpen(view.query ? `${target}?${view.query}` : target);
      }}
    />
  );
}
