import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.openings;

/** Previews and imports opening balances. */
export function useOpeningMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return {
    check: useMutation({ mutationFn: (input: Parameters<Api['check']>[0]) => api.openings.check(input) }),
    book: useMutation({ mutationFn: (input: Parameters<Api['book']>[0]) => api.openings.book(input), onSettled }),
  };
}
