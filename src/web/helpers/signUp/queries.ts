import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type SignUp = Parameters<typeof api.helping.signUp>[0];
type Pledge = Parameters<typeof api.helping.pledge>[0];
type Answer = Parameters<typeof api.helping.answer>[0];

/** A helper list behind its link; live notices of the collection "helping" refresh it for visitors too. */
export function openListQuery(token: string) {
  return queryOptions({
    queryKey: ['helping', 'list', token],
    queryFn: () => readPublic<typeof api.helping.open>(`/helpers/${encodeURIComponent(token)}`),
  });
}

/** The assignment behind the secret in a mail. */
export function assignmentQuery(token: string) {
  return queryOptions({
    queryKey: ['helping', 'duty', token],
    queryFn: () => readPublic<typeof api.helping.byToken>(`/duties/${encodeURIComponent(token)}`),
    enabled: token !== '',
  });
}

/** The pledge behind the secret in a mail. */
export function pledgeQuery(token: string) {
  return queryOptions({
    queryKey: ['helping', 'pledge', token],
    queryFn: () => readPublic<typeof api.helping.pledgeByToken>(`/pledges/${encodeURIComponent(token)}`),
    retry: false,
  });
}

/** The assignments of the viewer and their children. */
export function myAssignmentsQuery() {
  return queryOptions({ queryKey: ['helping', 'mine'], queryFn: () => api.helping.mine() });
}

/** The club's lists that are open to the viewer. */
export function openListsQuery() {
  return queryOptions({ queryKey: ['helping', 'lists'], queryFn: () => api.operationals.list({}) });
}

/** Mutations of helpers' assignments; each refreshes what is shown of them. */
export function useHelperSignUp() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['helping'] });
  return {
    signUp: useMutation({ mutationFn: (input: SignUp) => api.helping.signUp(input), onSettled }),
    pledge: useMutation({ mutationFn: (input: Pledge) => api.helping.pledge(input), onSettled }),
    takeBack: useMutation({ mutationFn: (token: string) => api.helping.takeBack({ token }), onSettled }),
    answer: useMutation({ mutationFn: (input: Answer) => api.helping.answer(input), onSettled }),
  };
}
