import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { clearanceInput } from '#shared/people/clearances.ts';
import type { proofInput } from '#shared/people/trainers/trainerProofs.ts';
import type { AllowanceLimit } from '#shared/people/trainers/allowances.ts';
import type { contractInput } from '#shared/people/trainers/contracts.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** Who leads offers of a club, with the inspected certificates; refreshed with the members. */
export function clearancesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'clearances', club], queryFn: () => api.clearances.list({ club }) });
}

/** Mutations of recorded certificates. */
export function useClearances() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members'] });
  return {
    note: useMutation({
      mutationFn: (input: z.input<typeof clearanceInput> & { personId: string }) => api.clearances.note(input),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (personId: string) => api.clearances.remove({ personId }), onSettled }),
  };
}

/** Licences and other proofs of the persons of a club. */
export function proofsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'trainer-proofs', club], queryFn: () => api.trainerProofs.list({ club }) });
}

/** The viewer's own licences and proofs. */
export function myProofsQuery() {
  return queryOptions({ queryKey: ['people', 'trainer-proofs'], queryFn: () => api.trainerProofs.mine() });
}

/** The viewer's records for which they may enter proofs. */
export function reportersQuery() {
  return queryOptions({ queryKey: ['people', 'trainer-proofs', 'reporters'], queryFn: () => api.trainerProofs.reporters() });
}

/** Mutations of the viewer's own proofs. */
export function useOwnProofs() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['people', 'trainer-proofs'] });
  return {
    report: useMutation({
      mutationFn: (input: Parameters<typeof api.trainerProofs.report>[0]) => api.trainerProofs.report(input),
      onSettled,
    }),
    correct: useMutation({
      mutationFn: (input: Parameters<typeof api.trainerProofs.correct>[0]) => api.trainerProofs.correct(input),
      onSettled,
    }),
  };
}

/** The selectable licences. */
export function licenceKindsQuery() {
  return queryOptions({ queryKey: ['members', 'licence-kinds'], queryFn: () => api.licenceKinds.list() });
}

/** Changes the selectable licences of all clubs. */
export function useLicenceKinds() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members', 'licence-kinds'] });
  return {
    add: useMutation({ mutationFn: (name: string) => api.licenceKinds.create({ name }), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.licenceKinds.delete({ id }), onSettled }),
  };
}

/** Mutations of proofs. */
export function useProofs() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members'] });
  type Proof = z.input<typeof proofInput>;
  return {
    create: useMutation({ mutationFn: (input: Proof & { personId: string }) => api.trainerProofs.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Proof & { id: string; version: number }) => api.trainerProofs.update(input), onSettled }),
    confirm: useMutation({ mutationFn: (input: { id: string; version: number }) => api.trainerProofs.confirm(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.trainerProofs.delete({ id }), onSettled }),
  };
}

/** The contracts of the persons of a club. */
export function contractsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'trainer-contracts', club], queryFn: () => api.trainerContracts.list({ club }) });
}

/** What clubs recorded of the viewer's certificates. */
export function myClearancesQuery() {
  return queryOptions({ queryKey: ['people', 'clearances'], queryFn: () => api.clearances.mine() });
}

export function myContractsQuery() {
  return queryOptions({ queryKey: ['people', 'trainer-contracts'], queryFn: () => api.trainerContracts.mine() });
}

/** Mutations of contracts. */
export function useContracts() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [
        ['members', 'trainer-contracts'],
        ['members', 'trainers'],
      ].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  type Contract = z.input<typeof contractInput>;
  return {
    create: useMutation({ mutationFn: (input: Contract & { personId: string }) => api.trainerContracts.create(input), onSettled }),
    update: useMutation({
      mutationFn: (input: Contract & { id: string; version: number }) => api.trainerContracts.update(input),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.trainerContracts.delete({ id }), onSettled }),
  };
}

/** The trainers of a club with their proofs; refreshed with the members. */
export function trainerFilesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'trainers', club], queryFn: () => api.trainerFiles.list({ club }) });
}

/** The figures of all clubs, for the town's association. */
export function countsQuery() {
  return queryOptions({ queryKey: ['members', 'trainer-counts'], queryFn: () => api.trainerFiles.counts({}) });
}

/** A person's tax-free allowances of this year. */
export function allowancesQuery(personId: string) {
  return queryOptions({ queryKey: ['members', 'trainers', 'allowances', personId], queryFn: () => api.hours.allowances({ personId }) });
}

/** The tax-free allowances by year. */
export function limitsQuery() {
  return queryOptions({ queryKey: ['members', 'allowance-limits'], queryFn: () => api.allowances.limits() });
}

/** Sets the tax-free allowances. */
export function useLimits() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members'] });
  return {
    set: useMutation({ mutationFn: (input: AllowanceLimit) => api.allowances.setLimit(input), onSettled }),
    remove: useMutation({ mutationFn: ({ kind, year }: AllowanceLimit) => api.allowances.removeLimit({ kind, year }), onSettled }),
  };
}
