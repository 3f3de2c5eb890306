import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { finishedImports, type DepartmentChoice, type ImportColumn } from '#shared/people/memberImport.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';

const lookMs = 700;

/** The progress of an import; polled while the server works on it. */
export function importQuery(id: string) {
  return queryOptions({
    queryKey: ['member-import', id],
    queryFn: () => api.memberImports.read({ id }),
    refetchInterval: ({ state }) => (state.data && finishedImports.includes(state.data.state) ? false : lookMs),
  });
}

/** The imports of the last week. */
export function importsQuery(club: ClubName) {
  return queryOptions({ queryKey: ['member-imports', club], queryFn: () => api.memberImports.list({ club }), staleTime: 0 });
}

/** The steps of an import. */
export function useImportMutations() {
  const client = useQueryClient();
  return {
    upload: useMutation({
      mutationFn: (input: { club: ClubName; fileName: string; content: string }) => api.memberImports.upload(input),
    }),
    check: useMutation({
      mutationFn: (input: { id: string; mapping: ImportColumn[]; departments: DepartmentChoice[]; lastUsedOn: string | null }) =>
        api.memberImports.check(input),
    }),
    apply: useMutation({
      mutationFn: (id: string) => api.memberImports.apply({ id }),
      onSuccess: (begun) => client.setQueryData(importQuery(begun.id).queryKey, begun),
    }),
    rest: useMutation({ mutationFn: (id: string) => api.memberImports.rest({ id }) }),
  };
}
