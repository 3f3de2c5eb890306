import type { OpenEnrolment } from '#shared/courses/overview/overview.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useParticipantRefresh } from '../participants/queries.ts';

/** Confirms requests one by one: a refusal does not stop the others. */
export function useConfirm() {
  const onSettled = useParticipantRefresh();
  return useMutation({
    mutationFn: async (chosen: readonly OpenEnrolment[]) => {
      const refused: string[] = [];
      for (const one of chosen)
        await api.participations.decide({ id: one.id, action: 'confirm', reason: '' }).catch((error: unknown) => {
          refused.push(`${fullName(one)}: ${error instanceof CallError ? error.message : 'nicht zugesagt.'}`);
        });
      return refused;
    },
    onSuccess: (refused, chosen) => {
      const [first] = chosen;
      const count = chosen.length - refused.length;
      if (count > 0) notify(first && chosen.length === 1 ? `${fullName(first)} ist dabei.` : `${count} Anmeldungen zugesagt.`);
      if (refused.length > 0) notifyProblem(new CallError('wrong-state', refused.join(' '), 409));
    },
    onSettled,
  });
}
