import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.ageSeason;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** Participants whose group no longer fits; 'participants' is the collection whose live notices refresh it. */
export function ageSeasonQuery(club: ClubName) {
  return queryOptions({ queryKey: ['participants', 'ageSeason', club], queryFn: () => api.ageSeason.list({ club }) });
}

/** Mutations of the decisions on them. */
export function useAgeMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['participants'] });
    await client.invalidateQueries({ queryKey: ['courses'] });
  };
  return {
    decide: useMutation({ mutationFn: (input: Input<'decide'>) => api.ageSeason.decide(input), onSettled }),
    accept: useMutation({ mutationFn: (input: Input<'accept'>) => api.ageSeason.accept(input), onSettled }),
    reopen: useMutation({ mutationFn: (id: string) => api.ageSeason.reopen({ id }), onSettled }),
  };
}
