import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';

/** Oneself and whom one acts for. */
export function ownPeopleQuery() {
  return queryOptions({ queryKey: ['people', 'mine'], queryFn: () => api.people.mine() });
}
