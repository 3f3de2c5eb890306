import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ClubAccount } from '#shared/club/bankAccounts/contract.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

/** The bank accounts of a club; mutations of the office refresh them. */
export function clubAccountsQuery(club?: ClubName) {
  return queryOptions({ queryKey: ['charges', 'club-accounts', club ?? 'own'], queryFn: () => api.clubAccounts.list({ club }) });
}

/** The accounts of a club that can be used, the usual one for the use first. */
export function useOpenAccounts(use: 'isCollect' | 'isPay', club?: ClubName): readonly ClubAccount[] {
  const { data = [] } = useQuery(clubAccountsQuery(club));
  return data
    .filter(({ endedOn, isConfirmed }) => endedOn === null && isConfirmed)
    .toSorted((one, other) => Number(other[use]) - Number(one[use]));
}
