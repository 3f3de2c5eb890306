import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { statFilter } from '#shared/courseStat.ts';
import { api } from '#web/lib/call.ts';

export type StatFilter = z.input<z.ZodObject<typeof statFilter>>;

/** The statistics of a period; "participations" is the collection whose live notices refresh it. */
export function statisticsQuery(filter: StatFilter) {
  return queryOptions({
    queryKey: ['participations', 'statistics', filter],
    queryFn: () => api.courseStat.read(filter),
    placeholderData: keepPreviousData,
  });
}
