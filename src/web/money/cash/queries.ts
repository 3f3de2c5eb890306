import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

type Opening = Parameters<typeof api.cash.setOpening>[0];

/** The balances of account and cash box; mutations of the office refresh them. */
export function balancesQuery(club: ClubName, year: number) {
  return queryOptions({ queryKey: ['charges', 'balances', club, year], queryFn: () => api.cash.balances({ club, year }) });
}

/** The cash book of a year. */
export function cashBookQuery(club: ClubName, year: number) {
  return queryOptions({ queryKey: ['charges', 'cash-book', club, year], queryFn: () => api.cash.book({ club, year }) });
}

/** Sets the opening balance of an account. */
export function useOpening() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['charges'] });
  return useMutation({ mutationFn: (input: Opening) => api.cash.setOpening(input), onSettled });
}
