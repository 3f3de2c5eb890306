import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

/** The departments of a club to choose from; they change with the courses' notices. */
export function departmentsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['courses', 'departments', club], queryFn: () => api.people.departments({ club }), staleTime: 60_000 });
}
