import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ChargeFilter } from '#shared/money/charges.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.charges;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The preview of charges and refunds; "charges" is the collection whose live notices refresh it. */
export function previewQuery(courseId: string | undefined, day: string) {
  return queryOptions({
    queryKey: ['charges', 'preview', courseId, day],
    queryFn: () => api.charges.preview({ courseId, day }),
    placeholderData: keepPreviousData,
  });
}

/** The charges of a filter, paged. */
export function chargesQuery(filter: ChargeFilter) {
  return infiniteQueryOptions({
    queryKey: ['charges', 'list', filter],
    queryFn: ({ pageParam }) => api.charges.list({ ...filter, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** Open amounts per payer of a filter, paged. */
export function owingPayersQuery(filter: ChargeFilter) {
  return infiniteQueryOptions({
    queryKey: ['charges', 'payers', filter],
    queryFn: ({ pageParam }) => api.charges.payers({ ...filter, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** The courses of the viewer's club, for selection. */
export function billedCoursesQuery() {
  return queryOptions({ queryKey: ['courses', 'billed'], queryFn: () => api.courses.manage({}) });
}

/** The charges of the viewer, their children and those they pay for; refreshed by the notices of 'courses'. */
export function myChargesQuery() {
  return queryOptions({ queryKey: ['courses', 'charges', 'mine'], queryFn: () => api.charges.mine() });
}

/** The viewer's credit from overpayments. */
export function ownCreditQuery() {
  return queryOptions({ queryKey: ['courses', 'charges', 'credit'], queryFn: () => api.payments.ownCredit() });
}

/** The years in which the viewer's family paid something, by club. */
export function paidYearsQuery() {
  return queryOptions({ queryKey: ['charges', 'paidYears'], queryFn: () => api.payments.paidYears() });
}

/** The office's mutations of charges; each refreshes what is shown of them. */
export function useChargeMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['charges'] });
    await client.invalidateQueries({ queryKey: ['participations', 'statistics'] });
  };
  return {
    make: useMutation({ mutationFn: (input: Input<'make'>) => api.charges.make(input), onSettled }),
    setState: useMutation({ mutationFn: (input: Input<'setState'>) => api.charges.setState(input), onSettled }),
    waive: useMutation({ mutationFn: (input: Input<'waive'>) => api.charges.waive(input), onSettled }),
    defer: useMutation({ mutationFn: (input: Input<'defer'>) => api.charges.defer(input), onSettled }),
    refund: useMutation({ mutationFn: (input: Input<'refund'>) => api.charges.refund(input), onSettled }),
  };
}

/** What a run would collect on a day; by default as soon as possible. */
export function sepaProposalQuery(choice: RunInput<'propose'>) {
  return queryOptions({
    queryKey: ['charges', 'sepa-proposal', choice],
    queryFn: () => api.sepaRuns.propose(choice),
    placeholderData: keepPreviousData,
  });
}

/** The runs, latest first. */
export function sepaRunsQuery() {
  return infiniteQueryOptions({
    queryKey: ['charges', 'sepa-runs'],
    queryFn: ({ pageParam }) => api.sepaRuns.list({ cursor: pageParam }),
    ...inPages,
  });
}

/** The debits of a run, searched by account holder or mandate. */
export function debitsQuery(id: string, search: string) {
  return queryOptions({
    queryKey: ['charges', 'sepa-runs', id, 'debits', search],
    queryFn: () => api.sepaRuns.debits({ id, search }),
    placeholderData: keepPreviousData,
  });
}

/** The notices of a run that are sent as letters. */
export function runLettersQuery(id: string) {
  return queryOptions({ queryKey: ['charges', 'sepa-runs', id, 'letters'], queryFn: () => api.sepaRuns.letters({ id }) });
}

type Runs = typeof api.sepaRuns;
type RunInput<Name extends keyof Runs> = Runs[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The office's mutations of runs. */
export function useSepaMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['charges'] });
    // A return may suspend a mandate.
    await client.invalidateQueries({ queryKey: ['mandates'] });
  };
  return {
    create: useMutation({ mutationFn: (input: RunInput<'create'>) => api.sepaRuns.create(input), onSettled }),
    file: useMutation({ mutationFn: (id: string) => api.sepaRuns.file({ id }), onSettled }),
    setState: useMutation({ mutationFn: (input: RunInput<'setState'>) => api.sepaRuns.setState(input), onSettled }),
    remind: useMutation({ mutationFn: (input: RunInput<'remind'>) => api.sepaRuns.remind(input), onSettled }),
    setMethod: useMutation({ mutationFn: (input: RunInput<'setMethod'>) => api.sepaRuns.setMethod(input), onSettled }),
    postLetters: useMutation({ mutationFn: (input: RunInput<'postLetters'>) => api.sepaRuns.postLetters(input), onSettled }),
    giveBack: useMutation({ mutationFn: (input: RunInput<'giveBack'>) => api.sepaRuns.giveBack(input), onSettled }),
  };
}
