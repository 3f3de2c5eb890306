import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { NoticeChoice } from '#shared/accounts/noticeTopics.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The notices to the account, the newest first. */
export const noticesQuery = queryOptions({ queryKey: ['profile', 'notices'], queryFn: () => api.notices.list() });

/** On which ways each kind of notice comes. */
export const choicesQuery = queryOptions({ queryKey: ['profile', 'noticeChoices'], queryFn: () => api.notices.choices() });

/** Which devices show messages, and the key to switch one on with. */
export const pushQuery = queryOptions({ queryKey: ['profile', 'push'], queryFn: () => api.push.list() });

/** A way for all of the family, or for one of them. */
export type Choosing = Pick<NoticeChoice, 'kind' | 'mail' | 'push'> & { personId: string | null };

/** Changes a choice; what is on the page changes when the server has it. */
export function useChoose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choosing) => api.notices.choose(choice),
    onSettled: () => client.invalidateQueries({ queryKey: choicesQuery.queryKey }),
  });
}
