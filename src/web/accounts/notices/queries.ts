import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { NoticeChoice } from '#shared/accounts/noticeTopics.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The account's notices, newest first. */
export const noticesQuery = queryOptions({ queryKey: ['profile', 'notices'], queryFn: () => api.notices.list() });

/** The channels of each kind of notice. */
export const choicesQuery = queryOptions({ queryKey: ['profile', 'noticeChoices'], queryFn: () => api.notices.choices() });

/** The subscribed devices, and the server key for a new subscription. */
export const pushQuery = queryOptions({ queryKey: ['profile', 'push'], queryFn: () => api.push.list() });

/** The channels for the whole family, or for one person. */
export type Choosing = Pick<NoticeChoice, 'kind' | 'mail' | 'push'> & { personId: string | null };

/** Changes a choice; the cache is updated after the server's answer. */
export function useChoose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: Choosing) => api.notices.choose(choice),
    onSettled: () => client.invalidateQueries({ queryKey: choicesQuery.queryKey }),
  });
}
