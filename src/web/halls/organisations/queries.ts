import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { organisationChange, organisationInput } from '#shared/halls/organisations.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Present = { id: string; version: number };

/** Mutations of organisations. */
export function useOrganisationMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['organisations'] });
  return {
    create: useMutation({
      mutationFn: (input: z.input<typeof organisationInput> & { club: ClubName }) => api.organisations.create(input),
      onSettled,
      makesRecord: true,
    }),
    update: useMutation({
      mutationFn: (input: z.input<typeof organisationChange> & Present) => api.organisations.update(input),
      onSettled,
    }),
    archive: useMutation({ mutationFn: (input: Present) => api.organisations.archive(input), onSettled }),
    reopen: useMutation({ mutationFn: (input: Present) => api.organisations.reopen(input), onSettled }),
    merge: useMutation({
      mutationFn: (input: Present & { intoId: string; isDryRun: boolean }) => api.organisations.merge(input),
      onSettled,
    }),
    sendLinks: useMutation({ mutationFn: (ids: string[]) => api.ownHours.send({ ids }) }),
    readRows: useMutation({
      mutationFn: (input: { club: ClubName; text: string; isDryRun: boolean }) => api.organisations.import(input),
      onSettled,
    }),
  };
}
