import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { readAfterOwnChange } from '#web/lib/call/rereading.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The next sessions of an offer that are open to guests; refreshed by bookings. */
export function trialDatesQuery(courseId: string) {
  return queryOptions({
    queryKey: ['courses', 'trials', courseId],
    queryFn: () => readPublic<typeof api.trials.dates>(`/courses/${encodeURIComponent(courseId)}/trials`),
  });
}

/** The visit behind the link of a ticket. */
export function trialQuery(token: string) {
  return queryOptions({
    queryKey: ['courses', 'trial', token],
    queryFn: () => readPublic<typeof api.trials.byToken>(`/trials/${encodeURIComponent(token)}`),
  });
}

/** The future trials of the viewer and their children. */
export function myTrialsQuery() {
  return queryOptions({ queryKey: ['courses', 'myTrials'], queryFn: () => api.trials.mine() });
}

/** Books and cancels trials; refetches the offer. */
export function useTrialMutations() {
  const client = useQueryClient();
  const onSettled = () => readAfterOwnChange(client, ['courses']);
  return {
    book: useMutation({ mutationFn: (input: Parameters<typeof api.trials.book>[0]) => api.trials.book(input), onSettled }),
    bookOwn: useMutation({ mutationFn: (input: Parameters<typeof api.trials.bookOwn>[0]) => api.trials.bookOwn(input), onSettled }),
    cancel: useMutation({ mutationFn: (token: string) => api.trials.cancel({ token }), onSettled }),
  };
}
