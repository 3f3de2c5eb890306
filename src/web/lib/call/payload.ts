import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { PageName } from '#shared/kernel/pages.ts';
import { readJson } from './readPublic.ts';

/** A page's payload file: the public data it first shows. `T` is what the feature of the page adds. */
type Payload<T = object> = { page: PageName; title: string; club: ClubName; data: T };

/** Reads a page's payload file; link prefetching fills the cache before the page opens. */
export function payloadQuery<T = object>(page: PageName) {
  return queryOptions({
    queryKey: ['payload', page],
    queryFn: async () => (await readJson(`/payload/${page}.json`)) as Payload<T>,
    staleTime: 60_000,
  });
}

/** Whether the connection is slow or metered, so that nothing is prefetched. */
export function isSlowConnection(): boolean {
  const { connection } = navigator;
  return connection?.saveData === true || (connection?.effectiveType ?? '').endsWith('2g');
}
