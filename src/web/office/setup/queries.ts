import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { SetupStepName } from '#shared/office/setup.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { notifyProblem } from '#web/ui/notices/notices.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The setup step that led to the page. */
    setup?: { name: SetupStepName; at: number; of: number };
  }
}

/** The setup progress of a club. Its steps are done all over the product, so the key "payload" makes any notice refresh it. */
export function setupQuery(club: ClubName) {
  return queryOptions({
    queryKey: ['payload', 'setup', club],
    queryFn: () => api.setup.read({ club }),
    // A finished, hidden guide is not refetched with every notice.
    enabled: ({ state }) => state.data?.isShown !== false,
  });
}

/** Postpones a step or the whole guide, or resumes it. */
export function usePostpone(club: ClubName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { part: SetupStepName | 'guide'; isPostponed: boolean }) => api.setup.postpone({ club, ...input }),
    onSuccess: (view) => client.setQueryData(setupQuery(club).queryKey, view),
    onError: notifyProblem,
  });
}

/** Sends the viewer a test mail. */
export function useTestMail(club: ClubName) {
  return useMutation({ mutationFn: () => api.setup.sendTestMail({ club }), onError: notifyProblem });
}
