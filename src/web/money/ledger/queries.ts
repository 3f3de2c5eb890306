import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.ledger;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The custom ledger accounts; "charges" is the collection whose live notices refresh them. */
export function ledgerAccountsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['charges', 'ledgerAccounts', club], queryFn: () => api.ledger.list({ club }) });
}

/** The treasurer's mutations of ledger accounts. */
export function useLedgerMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.ledger.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Input<'update'>) => api.ledger.update(input), onSettled }),
    setEnded: useMutation({ mutationFn: (input: Input<'setEnded'>) => api.ledger.setEnded(input), onSettled }),
    remove: useMutation({ mutationFn: (input: Input<'delete'>) => api.ledger.delete(input), onSettled }),
  };
}
