import { QueryClient } from '@tanstack/react-query';

/**
 * One cache for all pages. Repeating a failed call is the call's own business (lib/call.ts), so queries do not. Without a line a
 * press and a page are told so at once: the library would hold them back in silence, a page loading without end and a press sent
 * later, when nobody looks any more.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});
