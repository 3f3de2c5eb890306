import { queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

/** Who may lead a course of a club, or stand in at one of its sessions; refreshed by the notices of courses. */
export function trainersQuery(club: ClubName, sessionId?: string) {
  return queryOptions({ queryKey: ['courses', 'trainers', club, sessionId], queryFn: () => api.courses.trainers({ club, sessionId }) });
}
