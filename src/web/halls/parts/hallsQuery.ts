import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';

/** The halls of all clubs, by name; 'facilities' is the collection whose live notices refresh them. */
export function hallsQuery() {
  return queryOptions({ queryKey: ['facilities', 'list'], queryFn: () => api.facilities.list({}) });
}
