import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.levies;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The preview of a levy; "charges" is the collection whose live notices refresh it. */
export function levyPreviewQuery(order: Input<'preview'>) {
  return queryOptions({
    queryKey: ['charges', 'levies', 'preview', order],
    queryFn: () => api.levies.preview(order),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Past levies. */
export function leviesQuery() {
  return infiniteQueryOptions({
    queryKey: ['charges', 'levies', 'list'],
    queryFn: ({ pageParam }) => api.levies.list({ cursor: pageParam }),
    ...inPages,
  });
}

/** The notices of a levy that are sent as letters. */
export function levyLettersQuery(id: string) {
  return queryOptions({ queryKey: ['charges', 'levies', 'letters', id], queryFn: () => api.levies.letters({ id }) });
}

/** The board's mutations of levies. */
export function useLevyMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return {
    book: useMutation({ mutationFn: (input: Input<'book'>) => api.levies.book(input), onSettled }),
    remind: useMutation({ mutationFn: (input: Input<'remind'>) => api.levies.remind(input) }),
    postLetters: useMutation({ mutationFn: (input: Input<'postLetters'>) => api.levies.postLetters(input), onSettled }),
    undo: useMutation({ mutationFn: (input: Input<'undo'>) => api.levies.undo(input), onSettled }),
  };
}
