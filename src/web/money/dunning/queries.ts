import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Api = typeof api.dunning;
type Input<Name extends keyof Api> = Api[Name] extends (input: infer I, ...rest: never[]) => unknown ? I : never;

/** The preview of today's notices; "charges" is the collection whose live notices refresh all of this. */
export function dunningPreviewQuery() {
  return queryOptions({ queryKey: ['charges', 'dunning', 'preview'], queryFn: () => api.dunning.preview(), staleTime: 0 });
}

/** The runs, newest first. */
export function dunningRunsQuery() {
  return infiniteQueryOptions({
    queryKey: ['charges', 'dunning', 'runs'],
    queryFn: ({ pageParam }) => api.dunning.runs({ cursor: pageParam }),
    ...inPages,
  });
}

/** A run with the notice to each payer. */
export function sentRunQuery(id: string) {
  return queryOptions({ queryKey: ['charges', 'dunning', 'run', id], queryFn: () => api.dunning.read({ id }) });
}

/** The dunning levels. */
export function stagesQuery() {
  return queryOptions({ queryKey: ['charges', 'dunning', 'stages'], queryFn: () => api.dunning.stages() });
}

/** The board's mutations of dunning; each refreshes what is shown of charges. */
export function useDunningMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return {
    create: useMutation({ mutationFn: (input: Input<'create'>) => api.dunning.create(input), onSettled }),
    undo: useMutation({ mutationFn: (input: Input<'undo'>) => api.dunning.undo(input), onSettled }),
    updateStage: useMutation({ mutationFn: (input: Input<'updateStage'>) => api.dunning.updateStage(input), onSettled }),
    stop: useMutation({ mutationFn: (input: Input<'stop'>) => api.dunning.stop(input), onSettled }),
    liftStop: useMutation({ mutationFn: (payerId: string) => api.dunning.liftStop({ payerId }), onSettled }),
    court: useMutation({ mutationFn: () => api.dunning.court() }),
  };
}
