import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The viewer's accounts for payouts, one per club. */
export function ownAccountsQuery() {
  return queryOptions({ queryKey: ['charges', 'payee-accounts'], queryFn: () => api.payouts.ownAccounts() });
}

/** Enters or changes one of them. */
export function useOwnAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof api.payouts.setOwnAccount>[0]) => api.payouts.setOwnAccount(input),
    onSettled: () => client.invalidateQueries({ queryKey: ['charges', 'payee-accounts'] }),
  });
}
