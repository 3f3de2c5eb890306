import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';

type Asked<Name extends keyof typeof api.overview> = Omit<Parameters<(typeof api.overview)[Name]>[0], 'cursor' | 'limit'>;

/** The sessions of all offers; 'participations' is the collection whose live notices refresh them. */
export function sessionsQuery(asked: Asked<'sessions'>) {
  return infiniteQueryOptions({
    queryKey: ['participations', 'sessions', asked],
    queryFn: ({ pageParam }) => api.overview.sessions({ ...asked, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** The pending enrolments of all offers. */
export function openEnrolmentsQuery(asked: Asked<'enrolments'>) {
  return infiniteQueryOptions({
    queryKey: ['participants', 'open', asked],
    queryFn: ({ pageParam }) => api.overview.enrolments({ ...asked, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}
