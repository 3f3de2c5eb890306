import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.terms;
type Input<Name extends keyof Api> = Parameters<Api[Name]>[0];

/** Mutations of how, when and by whom charges are paid; each refreshes them. */
export function useTermsMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return {
    split: useMutation({ mutationFn: (input: Input<'split'>) => api.terms.split(input), onSettled }),
    join: useMutation({ mutationFn: (input: Input<'join'>) => api.terms.join(input), onSettled }),
    change: useMutation({ mutationFn: (input: Input<'change'>) => api.terms.change(input), onSettled }),
  };
}
