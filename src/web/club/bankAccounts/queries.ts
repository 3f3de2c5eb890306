import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.clubAccounts;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The mutations of a club's bank accounts; they also refresh what is paid and collected. */
export function useClubAccountMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.clubAccounts.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Input<'update'>) => api.clubAccounts.update(input), onSettled }),
    confirm: useMutation({ mutationFn: (input: Input<'confirm'>) => api.clubAccounts.confirm(input), onSettled }),
    setEnded: useMutation({ mutationFn: (input: Input<'setEnded'>) => api.clubAccounts.setEnded(input), onSettled }),
  };
}
