import type { Shares } from '#shared/money/paymentRules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

export type Statement = { fileName: string; content: string };

/** What the office does with a statement of the bank; what is booked refreshes the charges. */
export function useBankMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['charges'] });
    await client.invalidateQueries({ queryKey: ['participations', 'statistics'] });
  };
  return {
    assign: useMutation({
      mutationFn: (input: Statement & { fingerprint: string; shares: Shares }) => api.bankStatements.assign(input),
      onSettled,
    }),
    check: useMutation({ mutationFn: (file: Statement) => api.bankStatements.check(file) }),
    book: useMutation({
      mutationFn: (input: Statement & { fingerprints: string[] }) => api.bankStatements.book(input),
      onSettled,
    }),
    result: useMutation({ mutationFn: (file: Statement) => api.bankStatements.export(file) }),
  };
}
