import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';

type Asked = Omit<Parameters<typeof api.bookingRequests.list>[0], 'cursor'>;

/** The requests awaiting the viewer's decision; 'facilities' is the collection whose live notices refresh them. */
export function requestsQuery(asked: Asked) {
  return infiniteQueryOptions({
    queryKey: ['facilities', 'requests', asked],
    queryFn: ({ pageParam }) => api.bookingRequests.list({ ...asked, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** One request by any of its dates, with the competing ones. */
export function requestQuery(id: string) {
  return queryOptions({ queryKey: ['facilities', 'request', id], queryFn: () => api.bookingRequests.read({ id }) });
}
