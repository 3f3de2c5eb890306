import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { statFilter } from '#shared/office/courseStat.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

export type StatFilter = z.input<z.ZodObject<typeof statFilter>>;

/** The statistics of a period; "participations" is the collection whose live notices refresh it. */
export function statisticsQuery(filter: StatFilter) {
  return queryOptions({
    queryKey: ['participations', 'statistics', filter],
    queryFn: () => api.courseStat.read(filter),
    placeholderData: keepPreviousData,
  });
}

/** The hourly costs of halls. */
export function hallRatesQuery(club: ClubName) {
  return queryOptions({ queryKey: ['charges', 'hall-rates', club], queryFn: () => api.hallRates.list({ club }) });
}

/** Mutations of the costs of halls; they also refresh the statistics. */
export function useHallRates() {
  const client = useQueryClient();
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['charges', 'hall-rates'] });
    await client.invalidateQueries({ queryKey: ['participations', 'statistics'] });
  };
  return {
    add: useMutation({
      mutationFn: (input: { facilityId: string | null; centsPerHour: number; validFrom: string }) => api.hallRates.add(input),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => api.hallRates.remove({ id }), onSettled }),
  };
}
