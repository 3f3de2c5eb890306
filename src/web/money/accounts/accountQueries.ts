import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.payments;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** A payer's charges and payments; "charges" is the collection whose live notices refresh it. */
export function accountQuery(payerId: string) {
  return queryOptions({
    queryKey: ['charges', 'account', payerId],
    queryFn: () => api.payments.account({ payerId }),
  });
}

/** The office's bookings on accounts; each refreshes what is shown of charges. */
export function usePaymentMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['charges'] });
    await client.invalidateQueries({ queryKey: ['participations', 'statistics'] });
  };
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.payments.create(input), onSettled }),
    statementFile: useMutation({ mutationFn: (input: Input<'statementFile'>) => api.payments.statementFile(input) }),
    reverse: useMutation({ mutationFn: (input: Input<'reverse'>) => api.payments.reverse(input), onSettled }),
    spendCredit: useMutation({ mutationFn: (payerId: string) => api.payments.spendCredit({ payerId }), onSettled }),
    remind: useMutation({ mutationFn: (payerId: string) => api.payments.remind({ payerId }), onSettled }),
    sendStatement: useMutation({ mutationFn: (input: Input<'sendStatement'>) => api.payments.sendStatement(input) }),
    payOut: useMutation({ mutationFn: (input: Input<'payOut'>) => api.payments.payOut(input), onSettled }),
  };
}
