import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { HonourView } from '#shared/people/honours/honours.ts';
import { api } from '#web/lib/call/call.ts';

export type HonoursWanted = { club: ClubName; from: string; to: string; view: HonourView };

/** The honours of a period; "members" is the collection whose live notices refresh it. */
export function honoursQuery(wanted: HonoursWanted) {
  return queryOptions({
    queryKey: ['members', 'honours', wanted],
    queryFn: () => api.honours.list(wanted),
    placeholderData: keepPreviousData,
  });
}
