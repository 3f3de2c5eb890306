import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.datev;
type Input<Name extends keyof Api> = Parameters<Api[Name]>[0];

/** The ledger accounts of a year; "books" is the collection whose live notices refresh them. */
export function datevQuery(club: ClubName, year: number) {
  return queryOptions({ queryKey: ['books', 'datev', club, year], queryFn: () => api.datev.read({ club, year }) });
}

/** Saves the account numbers, and exports the file. */
export function useDatevMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['books', 'datev'] });
  return {
    save: useMutation({ mutationFn: (input: Input<'save'>) => api.datev.save(input), onSettled }),
    file: useMutation({ mutationFn: (input: Input<'file'>) => api.datev.file(input) }),
  };
}
