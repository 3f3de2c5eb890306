import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

/** What waits for the viewer. It counts in many collections: the key "payload" is read again with a notice of any. */
export function cardsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['payload', 'dashboard', club], queryFn: () => api.dashboard.read({ club }) });
}

/** The figures of the charts; they move with the enrolments. */
export function figuresQuery(club: ClubName) {
  return queryOptions({ queryKey: ['participations', 'figures', club], queryFn: () => api.dashboard.figures({ club }) });
}
