import type { OpenEnrolment } from '#shared/courses/overview/overview.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { api, CallError } from '#web/lib/call/call.ts';
import { useOneByOne } from '#web/lib/call/useOneByOne.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useParticipantRefresh } from '../participants/queries.ts';

/** Confirms requests one by one: a refusal does not stop the others. */
export function useConfirm() {
  const { run, isPending } = useOneByOne<OpenEnrolment>(useParticipantRefresh());
  const confirm = (chosen: readonly OpenEnrolment[], onDone?: () => void) =>
    run(
      { chosen, change: ({ id }) => api.participations.decide({ id, action: 'confirm', reason: '' }) },
      {
        onSuccess: (refused) => {
          const [first] = chosen;
          const count = chosen.length - refused.length;
          if (count > 0) notify(first && chosen.length === 1 ? `${fullName(first)} ist dabei.` : `${count} Anmeldungen zugesagt.`);
          const sentences = refused.map(({ row, reasons }) => `${fullName(row)}: ${reasons.join(' ')}`);
          if (refused.length > 0) notifyProblem(new CallError('wrong-state', sentences.join(' '), 409));
          onDone?.();
        },
      },
    );
  return { confirm, isPending };
}
