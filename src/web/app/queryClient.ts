import { QueryClient } from '@tanstack/react-query';

/**
 * One cache for all pages. Queries do not retry, since the call already does (lib/call). `networkMode: 'always'`:
 * offline the library would pause silently, so that a page loads forever and a mutation is sent later, unnoticed; here
 * both fail at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});
