import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '#shared/kernel/pages.ts';
import { may } from '#shared/kernel/rights.ts';
import { menuCounts } from '#shared/office/dashboard/menuWords.ts';
import { api } from '#web/lib/call/call.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { menuPath, tabsOf, type MenuPages } from '#web/lib/session/useStaffMenu.ts';

/** What waits for the viewer in the own club; as it counts records of many collections, any notice refetches it, a little later. */
const waitingQuery = queryOptions({
  queryKey: ['payload', 'dashboard', 'menu'],
  queryFn: () => api.dashboard.read({ part: 'menu' }),
  staleTime: 60_000,
  meta: { isBeside: true },
});

/** The numbers at the entries of a menu, by their paths; none until they are known. */
export function useMenuCounts(groups: readonly MenuPages[]) {
  const data = useWaiting();
  return useMemo(
    () =>
      menuCounts(
        data,
        groups.flatMap(({ pages }) => pages.map((page) => [page, ...tabsOf(page)].map(menuPath))),
      ),
    [data, groups],
  );
}

/** The numbers at pages that share an entry, by their paths. */
export function useTabCounts(pages: readonly Page[]) {
  const data = useWaiting();
  return useMemo(
    () =>
      menuCounts(
        data,
        pages.map((page) => [menuPath(page)]),
      ),
    [data, pages],
  );
}

function useWaiting() {
  const { user } = useAuth();
  const isEnabled = user !== null && Boolean(may({ role: user.role.name }, 'dashboard.read', 'club'));
  return useQuery({ ...waitingQuery, enabled: isEnabled }).data ?? none;
}

const none: readonly never[] = [];
