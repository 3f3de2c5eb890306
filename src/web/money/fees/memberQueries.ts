import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.memberFees;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** A person's fee agreements, and this year's fees by the rules. */
export function memberFeesQuery(personId: string) {
  return queryOptions({ queryKey: ['fees', 'person', personId], queryFn: () => api.memberFees.ofPerson({ id: personId }) });
}

/** Mutations of a member's fee agreements. */
export function useMemberFeeMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['fees'] });
  return {
    saveTerms: useMutation({ mutationFn: (input: Input<'saveTerms'>) => api.memberFees.saveTerms(input), onSettled }),
    createException: useMutation({ mutationFn: (input: Input<'createException'>) => api.memberFees.createException(input), onSettled }),
    updateException: useMutation({ mutationFn: (input: Input<'updateException'>) => api.memberFees.updateException(input), onSettled }),
    deleteException: useMutation({ mutationFn: (id: string) => api.memberFees.deleteException({ id }), onSettled }),
  };
}
