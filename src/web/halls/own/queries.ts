import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OwnFilter } from '#shared/halls/ownBookings.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/**
 * One's own bookings and requests, those that fell out among them: a series tells how many of its dates did. Over years only what
 * needs a new hall is asked for.
 */
export function ownQuery({ show, ...rest }: OwnFilter) {
  const filter = { ...rest, ...(show === 'displaced' && { show }) };
  return queryOptions({
    queryKey: ['facilities', 'mine', filter],
    queryFn: () => api.bookings.mine(filter),
    placeholderData: keepPreviousData,
  });
}

/** Gives many of one's own hours to others or calls them off, and takes them again. */
export function useManyHours() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['facilities'] });
  return {
    release: useMutation({ mutationFn: (ids: string[]) => api.ownBookings.release({ ids }), onSettled }),
    reclaim: useMutation({ mutationFn: (ids: string[]) => api.ownBookings.reclaim({ ids }), onSettled }),
    cancel: useMutation({ mutationFn: (input: { ids: string[]; reason: string }) => api.ownBookings.cancel(input), onSettled }),
    restore: useMutation({ mutationFn: (ids: string[]) => api.ownBookings.restore({ ids }), onSettled }),
  };
}
