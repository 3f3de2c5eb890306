import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { AskedFeedback, feedbackInput, FeedbackState } from '#shared/content/feedback.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The inbox of a club; "feedback" is the collection whose live notices refresh it. */
export function inboxQuery(club: ClubName, state: AskedFeedback | undefined) {
  return infiniteQueryOptions({
    queryKey: ['feedback', club, state],
    queryFn: ({ pageParam }) => api.feedback.list({ club, state, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** Sends a message. */
export function useSendFeedback() {
  return useMutation({ mutationFn: (input: z.input<typeof feedbackInput>) => api.feedback.create(input) });
}

/** The board's mutations of messages. */
export function useInboxMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['feedback'] });
  return {
    update: useMutation({
      mutationFn: (input: { id: string; state: FeedbackState; isMine: boolean; version: number }) => api.feedback.update(input),
      onSettled,
    }),
    answer: useMutation({ mutationFn: (input: { id: string; text: string; version: number }) => api.feedback.answer(input), onSettled }),
  };
}
