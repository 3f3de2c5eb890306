import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

/** The viewer's open tasks. They count records of many collections, so the key "payload" makes any notice refresh them. */
export function cardsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['payload', 'dashboard', club], queryFn: () => api.dashboard.read({ club }) });
}

/** The figures of the charts; refreshed with the enrolments. */
export function figuresQuery(club: ClubName) {
  return queryOptions({ queryKey: ['participations', 'figures', club], queryFn: () => api.dashboard.figures({ club }) });
}

/** Whether the club plans offers at all. */
export function offersQuery(club: ClubName) {
  return queryOptions({ queryKey: ['courses', 'any', club], queryFn: async () => ({ total: (await api.courses.manage({ club })).total }) });
}
