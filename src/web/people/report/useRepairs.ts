import { useQueryClient } from '@tanstack/react-query';
import { memberBatchAtMost, type MemberBatch } from '#shared/people/memberBatch.ts';
import type { FaultyMember } from '#shared/people/report/reportSnapshots.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { newId } from '#web/lib/newId.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';

type Repaired = Pick<FaultyMember, 'memberId'>;
type Repair = { members: readonly Repaired[]; change: MemberBatch };

/** Repairs all members listed under a problem in the same way, with undo where possible. */
export function useRepairs() {
  const client = useQueryClient();
  const changing = useMutation({
    mutationFn: async ({ members, change }: Repair) => {
      const ids = members.map(({ memberId }) => memberId);
      // Sequentially: concurrent batches would wait for each other's row locks.
      for (let at = 0; at < ids.length; at += memberBatchAtMost)
        await api.members.batch({ batchId: newId(), ids: ids.slice(at, at + memberBatchAtMost), change });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['members'] }),
    onError: notifyProblem,
  });
  const repair = (members: readonly Repaired[], change: MemberBatch, words: string, back?: MemberBatch) =>
    changing.mutate({ members, change }, { onSuccess: () => notify(words, back && (() => changing.mutate({ members, change: back }))) });
  return { repair, isRunning: changing.isPending };
}
