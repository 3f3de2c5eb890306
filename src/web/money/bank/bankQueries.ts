import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { BankLineFilter } from '#shared/money/bankWords.ts';
import type { Shares } from '#shared/money/paymentRules.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The transactions of statements; mutations of charges refresh them. */
export function bankLinesQuery(state: BankLineFilter) {
  return infiniteQueryOptions({
    queryKey: ['charges', 'bank-lines', state],
    queryFn: ({ pageParam }) => api.bankLines.list({ state, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

type Api = typeof api.bankLines;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;
type ReturnInput = { id: string; version: number; code: string; withFee: boolean; feeCents: number };
type Decision = { id: string; version: number; reason: string };

/** The office's mutations of transactions; they also refresh the charges. */
export function useBankMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['charges'] });
    await client.invalidateQueries({ queryKey: ['participations', 'statistics'] });
  };
  return {
    keep: useMutation({ mutationFn: (file: Input<'keep'>) => api.bankLines.keep(file), onSettled }),
    book: useMutation({ mutationFn: (ids: string[]) => api.bankLines.book({ ids }), onSettled }),
    assign: useMutation({
      mutationFn: (input: { id: string; shares: Shares; payerId?: string | undefined }) => api.bankLines.assign(input),
      onSettled,
    }),
    giveBack: useMutation({ mutationFn: (input: ReturnInput) => api.bankLines.giveBack(input), onSettled }),
    settle: useMutation({ mutationFn: (input: { id: string; version: number }) => api.bankLines.settle(input), onSettled }),
    enter: useMutation({ mutationFn: (input: Input<'enter'>) => api.bankLines.enter(input), onSettled }),
    donate: useMutation({ mutationFn: (input: Input<'donate'>) => api.bankLines.donate(input), onSettled }),
    ignore: useMutation({ mutationFn: (input: Decision) => api.bankLines.ignore(input), onSettled }),
    reopen: useMutation({ mutationFn: (input: Decision) => api.bankLines.reopen(input), onSettled }),
  };
}
