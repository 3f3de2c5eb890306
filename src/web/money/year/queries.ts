import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.books;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The books of a year; "charges" is the collection whose live notices refresh them. */
export function yearQuery(club: ClubName, year: number) {
  return queryOptions({ queryKey: ['charges', 'books', club, year], queryFn: () => api.books.year({ club, year }) });
}

/** Closes and reopens the books, and exports the file for auditors. */
export function useBooksMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return {
    close: useMutation({ mutationFn: (input: Input<'close'>) => api.books.close(input), onSettled }),
    reopen: useMutation({ mutationFn: (input: Input<'reopen'>) => api.books.reopen(input), onSettled }),
    exportYear: useMutation({ mutationFn: (input: Input<'export'>) => api.books.export(input) }),
  };
}
