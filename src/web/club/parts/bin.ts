import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { BinKindName } from '#shared/club/bin.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';

/** The deleted records of a club that can be restored. */
export function binQuery(club: ClubName, kind: BinKindName | undefined) {
  return infiniteQueryOptions({
    queryKey: ['bin', club, kind],
    queryFn: ({ pageParam }) => api.bin.list({ club, kind, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** Restores a deleted record; everything is refetched, since any page may show it. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (id: string) => api.bin.restore({ id }), onSettled: () => void client.invalidateQueries() });
}

/** Deletes a record permanently. */
export function useErase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.bin.erase({ id }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['bin'] }),
  });
}

/** Notifies that a record was deleted, with undo; later it is found under "Gelöschtes". */
export function useDeleted(): (id: string, words: string) => void {
  const { mutate } = useRestore();
  const client = useQueryClient();
  return (id, words) => {
    void client.invalidateQueries({ queryKey: ['bin'] });
    notify(words, () => mutate(id, { onSuccess: ({ name }) => notify(`Wiederhergestellt: ${name}`), onError: notifyProblem }));
  };
}
