import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.chargeBatches;
type Input<Name extends keyof Api> = Parameters<Api[Name]>[0];

/** Selects all charges of a filter and runs bulk actions; each refreshes what is shown of them. */
export function useBatchMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['charges'] });
    await client.invalidateQueries({ queryKey: ['participations', 'statistics'] });
  };
  return {
    select: useMutation({ mutationFn: (filter: Input<'select'>) => api.chargeBatches.select(filter) }),
    change: useMutation({ mutationFn: (input: Input<'change'>) => api.chargeBatches.change(input), onSettled }),
  };
}
