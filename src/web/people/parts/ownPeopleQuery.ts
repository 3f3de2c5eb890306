import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';

/** The viewer and the persons they act for. */
export function ownPeopleQuery() {
  return queryOptions({ queryKey: ['people', 'mine'], queryFn: () => api.people.mine() });
}
