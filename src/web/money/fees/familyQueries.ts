import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.feeFamilies;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The families that pay together. */
export function familiesQuery(club: ClubName, search: string | undefined) {
  return queryOptions({
    queryKey: ['fees', 'families', club, search],
    queryFn: () => api.feeFamilies.list({ club, search }),
    placeholderData: keepPreviousData,
  });
}

/** Possible families. */
export function familyProposalsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['fees', 'familyProposals', club], queryFn: () => api.feeFamilies.proposals({ club }) });
}

/** The board's mutations of families; they also refresh the preview of fees. */
export function useFamilyMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['fees'] });
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.feeFamilies.create(input), onSettled, makesRecord: true }),
    update: useMutation({ mutationFn: (input: Input<'update'>) => api.feeFamilies.update(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.feeFamilies.delete({ id }), onSettled }),
  };
}
