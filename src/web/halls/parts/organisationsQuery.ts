import { queryOptions } from '@tanstack/react-query';
import type { organisationStates } from '#shared/halls/organisations.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

type State = (typeof organisationStates)[number];

/** The organisations that a club manages, by name. */
export function organisationsQuery(club: ClubName, state: State = 'current') {
  // The key begins with the collection, so that its notices refresh the query.
  return queryOptions({
    queryKey: ['organisations', club, state],
    queryFn: () => api.organisations.list({ club, state }),
    staleTime: 60_000,
  });
}
