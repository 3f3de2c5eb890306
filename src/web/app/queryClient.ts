import { QueryClient } from '@tanstack/react-query';

/** One cache for all pages. Repeating a failed call is the call's own business (lib/call.ts), so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 10_000 }, mutations: { retry: false } },
});
