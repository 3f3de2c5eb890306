import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MergedField } from '#shared/people/memberLinks.ts';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** Possible duplicates. Not refreshed live while somebody compares; each mutation refetches. */
export function duplicatesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['member-duplicates', club], queryFn: () => api.memberLinks.duplicates({ club }), staleTime: 60_000 });
}

/** Who may act for a member, and the member's family. */
export function familyQuery(id: string) {
  return queryOptions({ queryKey: ['members', 'family', id], queryFn: () => api.memberLinks.family({ id }) });
}

/** The access behind the link of a mail. */
export function accessLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['access-link', token],
    queryFn: () => readPublic<typeof api.personAccess.check>(`/access/${encodeURIComponent(token)}`),
    retry: false,
  });
}

/** Who may act for a person or is invited to; refreshed with the viewer's persons and the members. */
export function sharedAccessQuery(id: string) {
  return queryOptions({ queryKey: ['members', 'shared-access', id], queryFn: () => api.invitations.list({ id }) });
}

/** The invitation behind the link of a mail. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => readPublic<typeof api.invitations.read>(`/access-invitations/${encodeURIComponent(token)}`),
    retry: false,
  });
}

/** Creates, withdraws and accepts invitations to act for a person. */
export function useInvitationMutations() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['members'] }), client.invalidateQueries({ queryKey: ['people', 'mine'] })]);
  return {
    invite: useMutation({
      mutationFn: (input: { id: string; email: string; relation: 'guardian' | 'self' }) => api.invitations.create(input),
      onSettled,
    }),
    withdraw: useMutation({ mutationFn: (id: string) => api.invitations.withdraw({ id }), onSettled }),
    accept: useMutation({
      mutationFn: (token: string) => api.invitations.accept({ token }),
      onSettled: () => Promise.all([onSettled(), client.invalidateQueries({ queryKey: ['invitation'] })]),
    }),
  };
}

/** The board's decisions on an access, and blocking it by the link of a mail. */
export function useAccessMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members'] });
  return {
    verify: useMutation({
      mutationFn: (input: Parameters<typeof api.personAccess.verify>[0]) => api.personAccess.verify(input),
      onSettled,
    }),
    end: useMutation({ mutationFn: (input: { id: string; userId: string }) => api.personAccess.end(input), onSettled }),
    suspend: useMutation({
      mutationFn: (token: string) => api.personAccess.suspend({ token }),
      onSettled: () => client.invalidateQueries({ queryKey: ['access-link'] }),
    }),
  };
}

type Merge = { id: string; otherId: string; version: number; otherVersion: number; taken: MergedField[]; allowed: string[] };

/** Merges two records or marks them as different persons; links accounts. */
export function useLinkMutations() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['members'] }), client.invalidateQueries({ queryKey: ['member-duplicates'] })]);
  return {
    merge: useMutation({ mutationFn: (input: Merge) => api.memberLinks.merge(input), onSettled }),
    keepApart: useMutation({ mutationFn: (input: { id: string; otherId: string }) => api.memberLinks.keepApart(input), onSettled }),
    link: useMutation({
      mutationFn: (input: { id: string; email: string; relation: 'self' | 'guardian' }) => api.memberLinks.link(input),
      onSettled,
    }),
    unlink: useMutation({ mutationFn: (input: { id: string; userId: string }) => api.memberLinks.unlink(input), onSettled }),
  };
}

/** Decisions that a person who came of age has not made yet. */
export function ofAgeQuery() {
  return queryOptions({ queryKey: ['people', 'of-age'], queryFn: () => api.ofAge.mine() });
}
