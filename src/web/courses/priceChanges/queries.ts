import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Announced = Parameters<typeof api.priceChanges.announce>[0];

/** The announced and former prices of a group; 'courses' is the collection whose live notices refresh them. */
export function priceChangesQuery(id: string) {
  return queryOptions({ queryKey: ['courses', 'priceChanges', id], queryFn: () => api.priceChanges.list({ id }) });
}

/** Announces a price change, or withdraws it. */
export function usePriceChangeMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['courses'] });
  return {
    announce: useMutation({ mutationFn: (input: Announced) => api.priceChanges.announce(input), onSettled }),
    withdraw: useMutation({ mutationFn: (id: string) => api.priceChanges.withdraw({ id }), onSettled }),
  };
}
