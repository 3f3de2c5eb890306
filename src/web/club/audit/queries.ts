import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';

export type AuditFilter = {
  club?: ClubName | undefined;
  search?: string | undefined;
  entity?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The audit log, newest first, paged; 'audit' is the collection whose live notices refresh it. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam }) => api.audit.list({ ...filter, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}
