import { useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.feeFamilies;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** Who pays in place of a payer who is gone: somebody else for a family, or the former member as before. */
export function useGonePayer() {
  const client = useQueryClient();
  const onSettled = () => Promise.all(['members', 'fees'].map((collection) => client.invalidateQueries({ queryKey: [collection] })));
  return {
    takePayer: useMutation({ mutationFn: (input: Input<'takePayer'>) => api.feeFamilies.takePayer(input), onSettled }),
    keep: useMutation({ mutationFn: (input: Input<'keepPayer'>) => api.feeFamilies.keepPayer(input), onSettled }),
  };
}
