import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.privacyLog;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The breaches and requests of a club; "privacyCases" is the collection whose live notices refresh them. */
export function casesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['privacyCases', 'list', club], queryFn: () => api.privacyLog.list({ club }) });
}

/** One case with its steps. */
export function caseQuery(id: string) {
  return queryOptions({
    queryKey: ['privacyCases', 'one', id],
    queryFn: () => api.privacyLog.read({ id }),
    meta: { isOneRecord: true },
    retry: false,
  });
}

/** The board's mutations of cases. */
export function useCaseMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['privacyCases'] });
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.privacyLog.create(input), onSettled }),
    update: useMutation({ mutationFn: (input: Input<'update'>) => api.privacyLog.update(input), onSettled }),
    addStep: useMutation({ mutationFn: (input: Input<'addStep'>) => api.privacyLog.addStep(input), onSettled }),
    extend: useMutation({ mutationFn: (input: Input<'extend'>) => api.privacyLog.extend(input), onSettled }),
    close: useMutation({ mutationFn: (input: Input<'close'>) => api.privacyLog.close(input), onSettled }),
    reopen: useMutation({ mutationFn: (input: Input<'reopen'>) => api.privacyLog.reopen(input), onSettled }),
  };
}
