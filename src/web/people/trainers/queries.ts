import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { clearanceInput } from '#shared/people/clearances.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** Who leads offers of a club, with the certificates that the board saw; refreshed with the members. */
export function clearancesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'clearances', club], queryFn: () => api.clearances.list({ club }) });
}

/** What the board notes of a certificate. */
export function useClearances() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members', 'clearances'] });
  return {
    note: useMutation({
      mutationFn: (input: z.input<typeof clearanceInput> & { personId: string }) => api.clearances.note(input),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (personId: string) => api.clearances.remove({ personId }), onSettled }),
  };
}
