import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { PageName } from '#shared/kernel/pages.ts';
import { readJson } from './readPublic.ts';

/** The payload file of a page: its first public data. `T` is what the page's feature puts there. */
type Payload<T = object> = { page: PageName; title: string; club: ClubName; data: T };

/** Reads a page's payload file; link prefetch fills it before the page opens. */
export function payloadQuery<T = object>(page: PageName) {
  return queryOptions({
    queryKey: ['payload', page],
    queryFn: async () => (await readJson(`/payload/${page}.json`)) as Payload<T>,
    staleTime: 60_000,
  });
}

/** Whether the line is slow or dear, so that nothing is loaded on suspicion. */
export function isSlowConnection(): boolean {
  const { connection } = navigator;
  return connection?.saveData === true || (connection?.effectiveType ?? '').endsWith('2g');
}
