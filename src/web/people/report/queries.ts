import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';

export type Period = { club: ClubName; from: string; to: string };

/** The report to the association; "members" is the collection whose live notices refresh it. */
export function reportQuery(club: ClubName, keyDate: string) {
  return queryOptions({
    queryKey: ['members', 'report', club, keyDate],
    queryFn: () => api.memberReport.report({ club, keyDate }),
    placeholderData: keepPreviousData,
  });
}

/** The diary; a date that is closed is told in "participations". */
export function diaryQuery(period: Period) {
  return queryOptions({
    queryKey: ['participations', 'diary', period],
    queryFn: () => api.memberReport.diary(period),
    placeholderData: keepPreviousData,
  });
}
