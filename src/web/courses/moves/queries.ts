import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { readAfterOwnChange } from '#web/lib/call/rereading.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The groups that the person of an enrolment may move to. */
export function moveChoicesQuery(token: string) {
  return queryOptions({ queryKey: ['courses', 'moves', token], queryFn: () => api.moves.choices({ token }) });
}

/** Moves to another group and withdraws it; refetches the enrolments. */
export function useMoveMutations() {
  const client = useQueryClient();
  const onSettled = () => readAfterOwnChange(client, ['courses']);
  return {
    move: useMutation({ mutationFn: (input: Parameters<typeof api.moves.move>[0]) => api.moves.move(input), onSettled }),
    answerSwap: useMutation({ mutationFn: (input: Parameters<typeof api.moves.answerSwap>[0]) => api.moves.answerSwap(input), onSettled }),
    undo: useMutation({ mutationFn: (token: string) => api.moves.undo({ token }), onSettled }),
  };
}
