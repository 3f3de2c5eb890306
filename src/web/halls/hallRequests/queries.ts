import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { hallRequestInput } from '#shared/halls/hallRequests/hallRequests.ts';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The halls that can be requested on this site. */
export function requestableHallsQuery() {
  return queryOptions({
    queryKey: ['facilities', 'requestable'],
    queryFn: () => readPublic<typeof api.hallRequests.halls>('/hall-requests/halls'),
  });
}

/** The request behind the link of a mail. */
export function ownHallRequestQuery(token: string) {
  return queryOptions({
    queryKey: ['hallRequest', token],
    queryFn: () => readPublic<typeof api.hallRequests.byToken>(`/hall-requests/${encodeURIComponent(token)}`),
    retry: false,
  });
}

/** Unassigned requests from outside; the notices of 'organisations' refresh it. */
export function hallRequestsQuery() {
  return queryOptions({ queryKey: ['organisations', 'hallRequests'], queryFn: () => api.hallRequests.list({}) });
}

/** Mutations of requests: send, confirm and withdraw; assign and decline. */
export function useHallRequestMutations() {
  const client = useQueryClient();
  const onOwn = () => client.invalidateQueries({ queryKey: ['hallRequest'] });
  const onDecided = async () => {
    await client.invalidateQueries({ queryKey: ['organisations'] });
    await client.invalidateQueries({ queryKey: ['facilities'] });
  };
  return {
    create: useMutation({ mutationFn: (input: z.input<typeof hallRequestInput>) => api.hallRequests.create(input) }),
    confirm: useMutation({ mutationFn: (token: string) => api.hallRequests.confirm({ token }), onSettled: onOwn }),
    withdraw: useMutation({ mutationFn: (token: string) => api.hallRequests.withdraw({ token }) }),
    link: useMutation({
      mutationFn: (input: { id: string; organisationId: string | null; speaks: boolean }) => api.hallRequests.link(input),
      onSettled: onDecided,
    }),
    reject: useMutation({ mutationFn: (input: { id: string; reason: string }) => api.hallRequests.reject(input), onSettled: onDecided }),
  };
}
