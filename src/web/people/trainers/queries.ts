import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { clearanceInput } from '#shared/people/clearances.ts';
import type { proofInput } from '#shared/people/trainerProofs.ts';
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

/** Licences and other proofs of the people of a club. */
export function proofsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'trainer-proofs', club], queryFn: () => api.trainerProofs.list({ club }) });
}

/** One's own licences and proofs. */
export function myProofsQuery() {
  return queryOptions({ queryKey: ['people', 'trainer-proofs'], queryFn: () => api.trainerProofs.mine() });
}

/** Writing proofs down. */
export function useProofs() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members', 'trainer-proofs'] });
  type Proof = z.input<typeof proofInput>;
  return {
    create: useMutation({ mutationFn: (input: Proof & { personId: string }) => api.trainerProofs.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Proof & { id: string; version: number }) => api.trainerProofs.update(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.trainerProofs.delete({ id }), onSettled }),
  };
}
