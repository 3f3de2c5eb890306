import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { BankRuleInput } from '#shared/money/bankRules/contract.ts';
import type { BankConditions } from '#shared/money/bankRules/fit.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/** The rules in order. */
export const bankRulesQuery = queryOptions({ queryKey: ['charges', 'bank-rules'], queryFn: () => api.bankRules.list({}) });

/** What a rule would have matched, while typing. */
export function ruleTrialQuery(conditions: BankConditions) {
  return queryOptions({
    queryKey: ['charges', 'bank-rules', 'trial', conditions],
    queryFn: () => api.bankRules.trial(conditions),
    enabled: conditions.nameContains.trim() !== '' || conditions.purposeContains.trim() !== '' || conditions.accountKey !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Creates, edits, orders and ends rules; refetches the transactions they match. */
export function useRuleMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return {
    create: useMutation({ mutationFn: (input: BankRuleInput) => api.bankRules.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: BankRuleInput & { id: string; version: number }) => api.bankRules.update(input), onSettled }),
    order: useMutation({ mutationFn: (ids: string[]) => api.bankRules.order({ ids }), onSettled }),
    remove: useMutation({ mutationFn: (id: string) => api.bankRules.delete({ id }), onSettled }),
  };
}
