import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';

/** The membership fees of a club. */
export function feeOrderQuery(club: ClubName) {
  return queryOptions({
    queryKey: ['fees', 'order', club],
    queryFn: () => readPublic<typeof api.feeOrder.read>(`/fee-order?club=${club}`),
  });
}
