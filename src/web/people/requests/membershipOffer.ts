import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { api } from '#web/lib/call/call.ts';
import { readPublic } from '#web/lib/call/readPublic.ts';

/** How a club takes members: by applications online, or by contact. */
export function membershipOfferQuery(club: Exclude<ClubName, 'GSV'>) {
  return queryOptions({
    queryKey: ['payload', 'membership-offer', club],
    queryFn: () => readPublic<typeof api.membershipApplications.offer>(`/membership-offers/${club}`),
  });
}
