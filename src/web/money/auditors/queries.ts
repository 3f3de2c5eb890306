import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.auditors;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The links to the books of a year; "charges" is the collection whose live notices refresh them. */
export function auditorLinksQuery(club: ClubName, year: number) {
  return queryOptions({ queryKey: ['charges', 'auditorLinks', club, year], queryFn: () => api.auditors.list({ club, year }) });
}

/** Creates and ends links. */
export function useLinkMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges', 'auditorLinks'] });
  return {
    make: useMutation({ mutationFn: (input: Input<'make'>) => api.auditors.make(input), onSettled }),
    end: useMutation({ mutationFn: (input: Input<'end'>) => api.auditors.end(input), onSettled }),
  };
}

/** What an auditor does with a link and its password; the data are not cached beyond the page. */
export function useAuditing() {
  return {
    open: useMutation({ mutationFn: (input: Input<'open'>) => api.auditors.open(input) }),
    sample: useMutation({ mutationFn: (input: Input<'sample'>) => api.auditors.sample(input) }),
  };
}
