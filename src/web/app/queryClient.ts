import { QueryClient } from '@tanstack/react-query';

/**
 * One cache for all pages. Repeating a failed call is the call's own business (lib/call.ts), so queries do not. Without a line a
 * press is told so at once: the library would hold it back in silence and send it later, when nobody looks any more.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false, networkMode: 'always' } },
});
