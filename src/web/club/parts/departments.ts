import { queryOptions, useQuery } from '@tanstack/react-query';
import type { departmentStates } from '#shared/club/departments.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

type State = (typeof departmentStates)[number];

/** The departments of a club in its order; by default the active ones, which new records may reference. */
export function departmentsQuery(club: ClubName, state: State = 'running') {
  // The key begins with the collection, so that its notices refresh the query.
  return queryOptions({ queryKey: ['departments', club, state], queryFn: () => api.departments.list({ club, state }), staleTime: 60_000 });
}

/** The options of a department field: the active ones, and the current one even if it has ended. */
export function useDepartmentChoices(club: ClubName, chosen: string | null | undefined): { value: string; label: string }[] {
  const { data: running } = useQuery(departmentsQuery(club));
  const isMissing = Boolean(chosen && running && !running.some(({ id }) => id === chosen));
  const { data: ended = [] } = useQuery({ ...departmentsQuery(club, 'ended'), enabled: isMissing });
  const kept = isMissing ? ended.filter(({ id }) => id === chosen) : [];
  return [
    ...(running ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...kept.map(({ id, name }) => ({ value: id, label: `${name} (beendet)` })),
  ];
}
