import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { readAfterOwnChange } from '#web/lib/call/rereading.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The next sessions of the whole family. */
export function mySessionsQuery() {
  return queryOptions({ queryKey: ['courses', 'my-sessions'], queryFn: () => api.replies.mine() });
}

/** The next sessions of the enrolment behind a link. */
export function sessionsOfLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['courses', 'link-sessions', token],
    queryFn: () => readPublic<typeof api.replies.ofLink>(`/registrations/${encodeURIComponent(token)}/sessions`),
  });
}

/** Whether the child of the enrolment behind a link lacks an emergency number. */
export function numberOfLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['courses', 'link-number', token],
    queryFn: () => readPublic<typeof api.replies.numberOfLink>(`/registrations/${encodeURIComponent(token)}/emergency-number`),
  });
}

/** The current and future absences. */
export function myAbsencesQuery() {
  return queryOptions({ queryKey: ['courses', 'absences'], queryFn: () => api.replies.absences() });
}

type Days = Parameters<typeof api.replies.countAffected>[0];

/** How many sessions an absence would affect. */
export function affectedQuery(days: Days) {
  return queryOptions({ queryKey: ['courses', 'absence-affected', days], queryFn: () => api.replies.countAffected(days) });
}

/** Mutations of the family's replies; each refetches its lists. */
export function useReplyMutations() {
  const client = useQueryClient();
  const onSettled = () => readAfterOwnChange(client, ['courses']);
  return {
    reply: useMutation({ mutationFn: (input: Parameters<typeof api.replies.set>[0]) => api.replies.set(input), onSettled }),
    replyByLink: useMutation({
      mutationFn: (input: Parameters<typeof api.replies.setByLink>[0]) => api.replies.setByLink(input),
      onSettled,
    }),
    setNumberByLink: useMutation({
      mutationFn: (input: Parameters<typeof api.replies.setNumberByLink>[0]) => api.replies.setNumberByLink(input),
    }),
    addAbsence: useMutation({
      mutationFn: (input: Parameters<typeof api.replies.addAbsence>[0]) => api.replies.addAbsence(input),
      onSettled,
    }),
    deleteAbsence: useMutation({ mutationFn: (id: string) => api.replies.removeAbsence({ id }), onSettled }),
  };
}
