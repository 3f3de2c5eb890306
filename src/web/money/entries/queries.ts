import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.entries;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** Other income and expenses of a year; mutations of the office refresh it. */
export function entriesQuery(club: ClubName, year: number) {
  return queryOptions({ queryKey: ['charges', 'entries', club, year], queryFn: () => api.entries.list({ club, year }) });
}

/** Creates and reverts manual entries. */
export function useEntryMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.entries.create(input), onSettled }),
    remove: useMutation({ mutationFn: (input: Input<'delete'>) => api.entries.delete(input), onSettled }),
  };
}
