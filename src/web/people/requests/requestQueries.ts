import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { changeRequestInput } from '#shared/people/changeRequests.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { applicationInput } from '#shared/people/membershipApplications.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The open applications; refreshed with the members. */
export function applicationsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'applications', club], queryFn: () => api.membershipApplications.list({ club }) });
}

/** The open change requests of members. */
export function changeRequestsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'change-requests', club], queryFn: () => api.changeRequests.list({ club }) });
}

/** The board's tasks about access to persons; refreshed with the members. */
export function accessTasksQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'access', club], queryFn: () => api.personAccess.list({ club }) });
}

/** The viewer's own change requests, newest first. */
export function ownChangesQuery() {
  return queryOptions({ queryKey: ['own-change-requests'], queryFn: () => api.changeRequests.mine() });
}

type Decision = { id: string; version: number };

/** The board's decisions on applications and requests. */
export function useDecisions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['members'] });
  return {
    acceptApplication: useMutation({
      mutationFn: (input: Decision & { memberNo: string; joinedOn: string; allowed: string[] }) => api.membershipApplications.accept(input),
      onSettled,
    }),
    declineApplication: useMutation({
      mutationFn: (input: Decision & { reason: string }) => api.membershipApplications.decline(input),
      onSettled,
    }),
    acceptChange: useMutation({ mutationFn: (input: Decision) => api.changeRequests.accept(input), onSettled }),
    declineChange: useMutation({
      mutationFn: (input: Decision & { reason: string }) => api.changeRequests.decline(input),
      onSettled,
    }),
  };
}

/** Applies for a membership. */
export function useApply() {
  return useMutation({ mutationFn: (input: z.input<typeof applicationInput>) => api.membershipApplications.apply(input) });
}

/** Sends a change request. */
export function useRequestChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: z.input<typeof changeRequestInput> & { personId: string }) => api.changeRequests.create(input),
    onSettled: () => client.invalidateQueries({ queryKey: ['own-change-requests'] }),
  });
}
