import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { BinKindName } from '#shared/club/bin.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { inPages } from '#web/lib/call/inPages.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';

/** What was deleted in a club and can be brought back. */
export function binQuery(club: ClubName, kind: BinKindName | undefined) {
  return infiniteQueryOptions({
    queryKey: ['bin', club, kind],
    queryFn: ({ pageParam }) => api.bin.list({ club, kind, cursor: pageParam }),
    ...inPages,
    placeholderData: keepPreviousData,
  });
}

/** Brings a deleted record back; every page reads again, since it may stand on any. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({ mutationFn: (id: string) => api.bin.restore({ id }), onSettled: () => void client.invalidateQueries() });
}

/** Lets a deleted record go for good. */
export function useErase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.bin.erase({ id }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['bin'] }),
  });
}

/** Says that a record is deleted, and offers it back; later it is found under "Gelöschtes". */
export function useDeleted(): (id: string, words: string) => void {
  const { mutate } = useRestore();
  const client = useQueryClient();
  return (id, words) => {
    void client.invalidateQueries({ queryKey: ['bin'] });
    notify(words, () => mutate(id, { onSuccess: ({ name }) => notify(`Wiederhergestellt: ${name}`), onError: notifyProblem }));
  };
}
