import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { objectionInput, offerReply } from '#shared/halls/seasons/objections.ts';
import type { wishActions, WishInput } from '#shared/halls/seasons/wishes.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import type { Answer } from '../notices/queries.ts';

/** The token of a link, and the organisation if several share the address. */
export type Opened = { token: string; organisationId?: string };

const queryKey = ['ownHours'] as const;

/** An organisation's hours, wishes and results behind the link of a mail. */
export function ownHoursQuery({ token, organisationId }: Opened) {
  return queryOptions({
    queryKey: [...queryKey, token, organisationId ?? ''],
    queryFn: () => api.ownHours.read({ token, ...(organisationId && { organisationId }) }),
    retry: false,
  });
}

/** Mutations by the contacts of an organisation. */
export function useOwnHours(opened: Opened) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey });
  return {
    calendar: useMutation({ mutationFn: () => api.ownHours.calendar(opened) }),
    seen: useMutation({ mutationFn: () => api.ownHours.seen({ token: opened.token }) }),
    release: useMutation({ mutationFn: (bookingIds: string[]) => api.ownHours.release({ ...opened, bookingIds }), onSettled }),
    reclaim: useMutation({ mutationFn: (bookingIds: string[]) => api.ownHours.reclaim({ ...opened, bookingIds }), onSettled }),
    answer: useMutation({
      mutationFn: (input: { bookingId: string; isAccepted: boolean }) => api.ownHours.answer({ ...opened, ...input }),
      onSettled,
    }),
    answerQuestion: useMutation({
      mutationFn: ({ id: questionId, ...said }: Answer) => api.ownHours.answerQuestion({ ...opened, questionId, ...said }),
      onSettled,
    }),
    addWish: useMutation({
      mutationFn: (input: WishInput & { seasonId: string }) => api.ownHours.addWish({ ...opened, ...input }),
      onSettled,
    }),
    changeWish: useMutation({
      mutationFn: (input: WishInput & { wishId: string; version: number }) => api.ownHours.changeWish({ ...opened, ...input }),
      onSettled,
    }),
    order: useMutation({
      mutationFn: (input: { seasonId: string; wishIds: string[] }) => api.ownHours.order({ ...opened, ...input }),
      onSettled,
    }),
    act: useMutation({
      mutationFn: (input: { seasonId: string; action: (typeof wishActions)[number]; wishIds: string[] }) =>
        api.ownHours.act({ ...opened, ...input }),
      onSettled,
    }),
    reply: useMutation({
      mutationFn: ({ id: objectionId, ...said }: z.input<typeof offerReply> & { id: string }) =>
        api.ownHours.reply({ ...opened, objectionId, ...said }),
      onSettled,
    }),
    withdraw: useMutation({ mutationFn: (objectionId: string) => api.ownHours.withdraw({ ...opened, objectionId }), onSettled }),
    object: useMutation({
      mutationFn: (input: z.input<typeof objectionInput> & { seasonId: string }) => api.ownHours.object({ ...opened, ...input }),
      onSettled,
    }),
  };
}

/** Requests a new link. */
export function useRenewLink() {
  return useMutation({ mutationFn: (email: string) => api.ownHours.renew({ email }) });
}
