import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { readAfterOwnChange } from '#web/lib/call/rereading.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The possible pauses of an enrolment. */
export function pauseChoicesQuery(token: string) {
  return queryOptions({ queryKey: ['courses', 'pauses', token], queryFn: () => api.pauses.choices({ token }) });
}

/** Starts and withdraws a pause; refetches the enrolments. */
export function usePauseMutations() {
  const client = useQueryClient();
  const onSettled = () => readAfterOwnChange(client, ['courses', 'participants']);
  return {
    pause: useMutation({ mutationFn: (input: Parameters<typeof api.pauses.pause>[0]) => api.pauses.pause(input), onSettled }),
    undo: useMutation({ mutationFn: (input: Parameters<typeof api.pauses.undo>[0]) => api.pauses.undo(input), onSettled }),
    pauseByStaff: useMutation({
      mutationFn: (input: Parameters<typeof api.pauses.pauseByStaff>[0]) => api.pauses.pauseByStaff(input),
      onSettled,
    }),
    undoByStaff: useMutation({ mutationFn: (id: string) => api.pauses.undoByStaff({ id }), onSettled }),
  };
}
