import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { clubInput } from '#shared/club/clubEntry.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

export type AuditFilter = {
  club?: ClubName | undefined;
  search?: string | undefined;
  entity?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The audit log, newest first, page by page; 'audit' is the collection whose live notices refresh it. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ pageParam }) => api.audit.list({ ...filter, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** The club entries; they belong to the collection 'config'. */
export const clubsQuery = queryOptions({ queryKey: ['config', 'clubs'], queryFn: () => api.clubs.list() });

type ClubUpdate = z.input<typeof clubInput> & { name: ClubName };

/** Saves a club entry. */
export function useUpdateClub() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ClubUpdate) => api.clubs.update(input),
    onSettled: () => client.invalidateQueries({ queryKey: clubsQuery.queryKey }),
  });
}
