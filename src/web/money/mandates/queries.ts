import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MandateFilter } from '#shared/money/mandateWords.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.mandates;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The mandates of a club, paged; "mandates" is the collection whose live notices refresh them. */
export function mandatesQuery(asked: { club: ClubName; filter: MandateFilter; search?: string | undefined }) {
  return infiniteQueryOptions({
    queryKey: ['mandates', 'list', asked],
    queryFn: ({ pageParam }) => api.mandates.list({ ...asked, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** Payers without a mandate. */
export function withoutMandateQuery(club: ClubName, search: string | undefined) {
  return queryOptions({
    queryKey: ['mandates', 'missing', club, search],
    queryFn: () => api.mandates.missing({ club, search }),
    placeholderData: keepPreviousData,
  });
}

/** Payers who have left the club; another payer is named at the members. */
export function leftPayersQuery(club: ClubName, search: string | undefined) {
  return queryOptions({
    queryKey: ['members', 'leftPayers', club, search],
    queryFn: () => api.mandates.left({ club, search }),
    placeholderData: keepPreviousData,
  });
}

/** A person's payer, and the mandates. */
export function paymentQuery(id: string, asPayer: boolean) {
  return queryOptions({
    queryKey: ['mandates', 'payment', id, asPayer],
    queryFn: () => api.mandates.ofPerson({ id, asPayer: String(asPayer) }),
  });
}

/** The board's mutations of mandates; each refreshes what is shown of them. */
export function useMandateMutations() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(['mandates', 'charges', 'members'].map((collection) => client.invalidateQueries({ queryKey: [collection] })));
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.mandates.create(input), onSettled }),
    complete: useMutation({ mutationFn: (input: Input<'complete'>) => api.mandates.complete(input), onSettled }),
    replace: useMutation({ mutationFn: (input: Input<'replace'>) => api.mandates.replace(input), onSettled }),
    end: useMutation({ mutationFn: (input: Input<'end'>) => api.mandates.end(input), onSettled }),
    pause: useMutation({ mutationFn: (input: Input<'pause'>) => api.mandates.pause(input), onSettled }),
    reveal: useMutation({ mutationFn: (id: string) => api.mandates.reveal({ id }) }),
    download: useMutation({ mutationFn: (club: ClubName) => api.mandates.export({ club }) }),
  };
}
