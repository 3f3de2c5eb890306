import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { declarationDecision, declarationInput } from '#shared/courses/declarations.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The form values of a declaration. */
export type DeclarationValues = z.input<typeof declarationInput>;

/** Declarations that are open or decided; "contractDeclarations" is the collection whose live notices refresh it. */
export function declarationsQuery(club: ClubName, isOpen: boolean) {
  return queryOptions({
    queryKey: ['contractDeclarations', club, isOpen],
    queryFn: () => api.contractDeclarations.list({ club, isOpen: String(isOpen) }),
  });
}

/** The declaration behind the link of a receipt. */
export function declarationLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['contractDeclarations', 'link', token],
    queryFn: () => readPublic<typeof api.contractDeclarations.byLink>(`/contract-declarations/links/${encodeURIComponent(token)}`),
  });
}

/** Sends a declaration. */
export function useDeclare() {
  return useMutation({ mutationFn: (input: DeclarationValues) => api.contractDeclarations.create(input) });
}

type Which = { id: string; version: number };

/** What the board, or the recipient of a receipt, does with a declaration. */
export function useDeclarationMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['contractDeclarations'] });
  return {
    disown: useMutation({ mutationFn: (token: string) => api.contractDeclarations.disown({ token }), onSettled }),
    confirm: useMutation({
      mutationFn: (input: Which & z.input<typeof declarationDecision>) => api.contractDeclarations.confirm(input),
      onSettled,
    }),
    refuse: useMutation({ mutationFn: (input: Which & { answer: string }) => api.contractDeclarations.refuse(input), onSettled }),
    acknowledge: useMutation({ mutationFn: (input: Which) => api.contractDeclarations.acknowledge(input), onSettled }),
  };
}
