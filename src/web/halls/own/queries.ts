import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { OwnFilter } from '#shared/halls/ownBookings.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

/**
 * The viewer's bookings and requests, including cancelled ones, since a series shows how many were. Only displaced
 * bookings are fetched without a limit of weeks.
 */
export function ownQuery({ show, ...rest }: OwnFilter) {
  const filter = { ...rest, ...(show === 'displaced' && { show }) };
  return queryOptions({
    queryKey: ['facilities', 'mine', filter],
    queryFn: () => api.bookings.mine(filter),
    placeholderData: keepPreviousData,
  });
}

/** Releases or cancels many of the viewer's hours, and undoes it. */
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
