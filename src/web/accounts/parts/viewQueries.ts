import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { newView, viewPages } from '#shared/accounts/views.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

export type ViewPage = (typeof viewPages)[number];

/** The saved views of a page, by name. */
export function viewsQuery(page: ViewPage) {
  return queryOptions({ queryKey: ['profile', 'views', page], queryFn: () => api.views.list({ page }) });
}

/** The views pinned to the menu. */
export const pinnedQuery = queryOptions({ queryKey: ['profile', 'views', 'pinned'], queryFn: () => api.views.pinned() });

/** How many rows the pinned views show; read again at most once a minute. */
export const pinnedCountsQuery = queryOptions({
  queryKey: ['profile', 'views', 'counts'],
  queryFn: () => api.views.counts(),
  staleTime: 60_000,
});

/** Mutations of saved views. */
export function useViews() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['profile', 'views'] });
  return {
    create: useMutation({ mutationFn: (view: z.input<typeof newView>) => api.views.create(view), onSettled }),
    rename: useMutation({ mutationFn: (view: { id: string; name: string }) => api.views.rename(view), onSettled }),
    pin: useMutation({ mutationFn: (view: { id: string; isPinned: boolean }) => api.views.pin(view), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.views.remove({ id }), onSettled }),
  };
}
