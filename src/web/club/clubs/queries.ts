import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { clubInput } from '#shared/club/clubEntry.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The club entries; they belong to the collection 'config'. */
export const clubsQuery = queryOptions({ queryKey: ['config', 'clubs'], queryFn: () => api.clubs.list() });

type ClubUpdate = z.input<typeof clubInput> & { name: ClubName };

/** Saves a club entry. */
export function useUpdateClub() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ClubUpdate) => api.clubs.update(input),
    onSettled: () => client.invalidateQueries({ queryKey: clubsQuery.queryKey }),
  });
}
