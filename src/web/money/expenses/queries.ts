import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ExportFormat } from '#shared/kernel/fields.ts';
import type { ExpenseInput } from '#shared/money/expenses/contract.ts';
import type { EntryCategory } from '#shared/money/entries/words.ts';
import type { ExpenseState, expenseViews } from '#shared/money/expenses/words.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { clubStorage } from '#web/lib/storage/clubStorage.ts';

/** What a list of expenses is narrowed to. */
export type ExpenseFilter = {
  state?: ExpenseState | undefined;
  show?: (typeof expenseViews)[number] | undefined;
  departmentId?: string | undefined;
  search?: string | undefined;
};

/** The viewer's own expenses; the keys begin with the collection, so that its live notices refresh them. */
export function ownExpensesQuery() {
  return queryOptions({ queryKey: ['expenses', 'own'], queryFn: () => api.expenses.own() });
}

/** The expenses that the viewer may see to decide, latest first. */
export function expensesQuery(filter: ExpenseFilter) {
  return infiniteQueryOptions({
    queryKey: ['expenses', 'list', filter],
    queryFn: ({ pageParam }) => api.expenses.list({ ...filter, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** One expense with its vouchers. */
export function expenseQuery(id: string) {
  return queryOptions({ queryKey: ['expenses', 'one', id], queryFn: () => api.expenses.read({ id }) });
}

/** The bytes of a voucher; its path names it for good. */
export function voucherQuery(path: string) {
  return queryOptions({ queryKey: ['files', 'voucher', path], queryFn: () => clubStorage().getFile(path), staleTime: Infinity });
}

type One = { id: string; version: number };
type Decision = One & { isApproved: boolean; reason?: string; category?: EntryCategory };

/** Mutations of expenses. */
export function useExpenseMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['expenses'] });
    await client.invalidateQueries({ queryKey: ['charges', 'payouts'] });
  };
  return {
    create: useMutation({ mutationFn: (input: ExpenseInput) => api.expenses.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: ExpenseInput & One) => api.expenses.update(input), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.expenses.remove({ id }), onSettled }),
    waive: useMutation({ mutationFn: (input: One) => api.expenses.waive(input), onSettled }),
    export: useMutation({ mutationFn: (input: ExpenseFilter & { format: ExportFormat }) => api.expenses.export(input) }),
    decide: useMutation({ mutationFn: (input: Decision) => api.expenses.decide(input), onSettled }),
  };
}
