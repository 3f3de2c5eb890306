import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { HolderAnswer } from '#shared/halls/notices/holderNotices.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** Questions of the halls' managers to the viewer's club, all or of one season; refreshed with the plans. */
export function questionsQuery(subjectId?: string) {
  return queryOptions({
    queryKey: [subjectId ? 'seasons' : 'facilities', 'questions', subjectId ?? ''],
    queryFn: () => api.hallQuestions.list({ ...(subjectId && { subjectId }) }),
  });
}

export type Answer = { id: string; answer: HolderAnswer | null; remark?: string; without?: string[] };

/** Answers a question. */
export function useAnswerQuestion() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['facilities'] }), client.invalidateQueries({ queryKey: ['seasons'] })]);
  return useMutation({ mutationFn: (input: Answer) => api.hallQuestions.answer(input), onSettled });
}
