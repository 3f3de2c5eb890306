import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

/** The membership fees of a club. */
export function feeOrderQuery(club: ClubName) {
  return queryOptions({ queryKey: ['fees', 'order', club], queryFn: () => api.feeOrder.read({ club }) });
}
