import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OutboxState } from '#shared/kernel/mail/outboxStates.ts';
import type { MailState } from '#shared/content/mails.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.mails;
type Input<Name extends keyof Api> = Parameters<Api[Name]>[0];

/** The filters of the archive. */
export type MailFilter = { club: ClubName; state?: MailState | undefined; search?: string | undefined };

/** The archive, including drafts and scheduled mails. */
export function sentMailsQuery(filter: MailFilter) {
  return infiniteQueryOptions({
    queryKey: ['mails', 'sent', filter],
    queryFn: ({ pageParam }) => api.mails.list({ ...filter, limit: 20, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** One sent mail with its recipients. */
export function sentMailQuery(id: string) {
  return queryOptions({ queryKey: ['mails', 'one', id], queryFn: () => api.mails.read({ id }) });
}

/** The filters of the outbox. */
export type OutboxFilter = Omit<Parameters<typeof api.outbox.list>[0], 'club' | 'state' | 'cursor' | 'limit'> & {
  club: ClubName;
  state?: OutboxState | undefined;
};

/** The outgoing mails of a club, newest first. */
export function outboxQuery(filter: OutboxFilter) {
  return infiniteQueryOptions({
    queryKey: ['mails', 'outbox', filter],
    queryFn: ({ pageParam }) => api.outbox.list({ ...filter, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** Retries mails of the outbox: some, or all of a filter that failed or are held. */
export function useOutboxRetry() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof api.outbox.retry>[0]) => api.outbox.retry(input),
    onSettled: () => client.invalidateQueries({ queryKey: ['mails'] }),
  });
}

/** Drops held mails: some, or all of a filter. */
export function useOutboxDrop() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Parameters<typeof api.outbox.drop>[0]) => api.outbox.drop(input),
    onSettled: () => client.invalidateQueries({ queryKey: ['mails'] }),
  });
}

/** The courses, departments and helper lists that can be addressed. */
export function choicesQuery(club: ClubName) {
  return queryOptions({
    queryKey: ['mails', 'choices', club],
    queryFn: async () => {
      const [courses, departments, lists] = await Promise.all([
        api.courses.staffed({ club }).then(({ rows }) => rows),
        api.departments.list({ club }),
        hasFeature(boot.clubs[club], 'operationals') ? api.operationals.list({ club }) : [],
      ]);
      return { courses, departments, lists };
    },
  });
}

/** The board's mutations of bulk mails. */
export function useMailMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['mails'] });
  return {
    preview: useMutation({ mutationFn: (input: Input<'preview'>) => api.mails.preview(input) }),
    test: useMutation({ mutationFn: (input: Input<'test'>) => api.mails.test(input) }),
    send: useMutation({ mutationFn: (input: Input<'send'>) => api.mails.send(input), onSettled }),
    keep: useMutation({ mutationFn: (input: Input<'keep'>) => api.mails.keep(input), onSettled }),
    withdraw: useMutation({ mutationFn: (id: string) => api.mails.withdraw({ id }), onSettled }),
    drop: useMutation({ mutationFn: (id: string) => api.mails.drop({ id }), onSettled }),
    retry: useMutation({ mutationFn: (id: string) => api.mails.retry({ id }), onSettled }),
    unsubscribe: useMutation({ mutationFn: (token: string) => api.mails.unsubscribe({ token }) }),
  };
}
