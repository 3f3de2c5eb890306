import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

/** Who may lead a course of a club or substitute; refreshed by the notices of courses. */
export function trainersQuery(club: ClubName) {
  return queryOptions({ queryKey: ['courses', 'trainers', club], queryFn: () => api.courses.trainers({ club }) });
}
