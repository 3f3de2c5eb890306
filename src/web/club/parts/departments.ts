import { queryOptions, useQuery } from '@tanstack/react-query';
import type { departmentStates } from '#shared/club/departments.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

type State = (typeof departmentStates)[number];

/** The departments of a club in its order; without a state those that run, which is what new records may name. */
export function departmentsQuery(club: ClubName, state: State = 'running') {
  // The first word is that of the collection: its notices refresh them.
  return queryOptions({ queryKey: ['departments', club, state], queryFn: () => api.departments.list({ club, state }), staleTime: 60_000 });
}

/** What a field for the department of a record offers: those that run, and the one that stands there even if it has ended. */
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
