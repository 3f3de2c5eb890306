import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Asked = Parameters<typeof api.watches.create>[0];

/** The watch behind the link of a mail. */
export function watchQuery(token: string) {
  return queryOptions({
    queryKey: ['offerWatch', token],
    queryFn: () => readPublic<typeof api.watches.byToken>(`/offer-watches/${encodeURIComponent(token)}`),
    retry: false,
  });
}

/** Starts, confirms and ends a watch. */
export function useWatchMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['offerWatch'] });
  return {
    create: useMutation({ mutationFn: (input: Asked) => api.watches.create(input) }),
    confirm: useMutation({ mutationFn: (token: string) => api.watches.confirm({ token }), onSettled }),
    end: useMutation({ mutationFn: (token: string) => api.watches.end({ token }), onSettled }),
  };
}
