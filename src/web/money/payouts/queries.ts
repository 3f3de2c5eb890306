import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.payouts;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** What could be paid out; "charges" is the collection whose live notices refresh it. */
export function payoutProposalQuery(accountId?: string) {
  return queryOptions({
    queryKey: ['charges', 'payouts', 'proposal', accountId],
    queryFn: () => api.payouts.propose({ accountId }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** The runs, latest first. */
export function payoutRunsQuery() {
  return infiniteQueryOptions({
    queryKey: ['charges', 'payouts', 'runs'],
    queryFn: ({ pageParam }) => api.payouts.list({ cursor: pageParam }),
    ...inPages,
  });
}

/** The board's mutations of payouts. */
export function usePayoutMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['charges'] });
    await client.invalidateQueries({ queryKey: ['hours'] });
    await client.invalidateQueries({ queryKey: ['expenses'] });
  };
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.payouts.create(input), onSettled }),
    file: useMutation({ mutationFn: (id: string) => api.payouts.file({ id }), onSettled }),
    execute: useMutation({ mutationFn: (input: Input<'execute'>) => api.payouts.execute(input), onSettled }),
    discard: useMutation({ mutationFn: (input: Input<'discard'>) => api.payouts.discard(input), onSettled }),
    fail: useMutation({ mutationFn: (input: Input<'fail'>) => api.payouts.fail(input), onSettled }),
    answerName: useMutation({ mutationFn: (input: Input<'answerName'>) => api.payouts.answerName(input), onSettled }),
    askForAccounts: useMutation({ mutationFn: () => api.payouts.askForAccounts({}), onSettled }),
    setAccount: useMutation({ mutationFn: (input: Input<'setAccount'>) => api.payouts.setAccount(input), onSettled }),
  };
}
