import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** What a person's death ends, and what is left to do. */
export function deathQuery(id: string) {
  return queryOptions({ queryKey: ['participants', 'death', id], queryFn: () => api.deaths.read({ id }) });
}

/** The board's mutations of deaths. */
export function useDeathMutations() {
  const client = useQueryClient();
  const onSettled = () => {
    for (const key of ['participants', 'members', 'charges']) void client.invalidateQueries({ queryKey: [key] });
  };
  return {
    note: useMutation({ mutationFn: (input: Parameters<typeof api.deaths.note>[0]) => api.deaths.note(input), onSettled }),
    takeBack: useMutation({ mutationFn: (input: Parameters<typeof api.deaths.takeBack>[0]) => api.deaths.takeBack(input), onSettled }),
  };
}
