import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { SetupStepName } from '#shared/office/setup.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';

/** How far a club has come. Its steps are done all over the product: the key "payload" is read again with a notice of any. */
export function setupQuery(club: ClubName) {
  return queryOptions({
    queryKey: ['payload', 'setup', club],
    queryFn: () => api.setup.read({ club }),
    // What is done and hidden is not counted again with every notice.
    enabled: ({ state }) => state.data?.isShown !== false,
  });
}

/** Puts a step, or the whole guide, off or takes it up again. */
export function usePostpone(club: ClubName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { part: SetupStepName | 'guide'; isPostponed: boolean }) => api.setup.postpone({ club, ...input }),
    onSuccess: (view) => client.setQueryData(setupQuery(club).queryKey, view),
    onError: notifyProblem,
  });
}

/** Sends the viewer a mail that proves that mails leave. */
export function useTestMail(club: ClubName) {
  return useMutation({ mutationFn: () => api.setup.sendTestMail({ club }), onError: notifyProblem });
}
