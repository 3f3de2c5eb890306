import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.fees;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The fee schedule; "fees" is the collection whose live notices refresh it. */
export function feeRulesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['fees', 'rules', club], queryFn: () => api.fees.rules({ club }) });
}

/** The steps before a club's first fee run, and which of them are done. */
export function firstStepsQuery() {
  return queryOptions({ queryKey: ['fees', 'first-steps'], queryFn: () => api.fees.firstSteps({}) });
}

/** The notices of a run that are sent as letters. */
export function feeLettersQuery(id: string) {
  return queryOptions({ queryKey: ['fees', 'letters', id], queryFn: () => api.fees.letters({ id }) });
}

/** What undoing a run would cancel, and what would stay. */
export function feeUndoingQuery(id: string) {
  return queryOptions({ queryKey: ['fees', 'undoing', id], queryFn: () => api.fees.undoing({ id }), staleTime: 0 });
}

/** Members to whom another rule will apply. */
export function ruleChangesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['fees', 'changes', club], queryFn: () => api.fees.ruleChanges({ club }) });
}

/** The fee groups in use by members. */
export function feeGroupsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['members', 'fee-groups', club], queryFn: () => api.members.feeGroups({ club }), staleTime: 60_000 });
}

/** The current fee year. */
export function feePeriodQuery(club: ClubName) {
  return queryOptions({ queryKey: ['fees', 'period', club], queryFn: () => api.fees.period({ club }) });
}

/** The preview of a run. */
export function feePreviewQuery(asked: Input<'preview'> & { club: ClubName }) {
  return queryOptions({
    queryKey: ['fees', 'preview', asked],
    queryFn: () => api.fees.preview(asked),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The runs, newest first. */
export function feeRunsQuery(club: ClubName) {
  return infiniteQueryOptions({
    queryKey: ['fees', 'runs', club],
    queryFn: ({ pageParam }) => api.fees.runs({ club, cursor: pageParam }),
    ...inPages,
  });
}

/** The board's mutations of fees; each refreshes what is shown of them. */
export function useFeeMutations() {
  const client = useQueryClient();
  const onSettled = () => Promise.all(['fees', 'charges'].map((collection) => client.invalidateQueries({ queryKey: [collection] })));
  return {
    createRule: useMutation({ mutationFn: (input: Input<'createRule'>) => api.fees.createRule(input), onSettled, makesRecord: true }),
    updateRule: useMutation({ mutationFn: (input: Input<'updateRule'>) => api.fees.updateRule(input), onSettled }),
    deleteRule: useMutation({ mutationFn: (id: string) => api.fees.deleteRule({ id }), onSettled }),
    book: useMutation({ mutationFn: (input: Input<'book'>) => api.fees.book(input), onSettled }),
    postLetters: useMutation({ mutationFn: (input: Input<'postLetters'>) => api.fees.postLetters(input), onSettled }),
    undo: useMutation({ mutationFn: (input: Input<'undo'>) => api.fees.undo(input), onSettled }),
  };
}
