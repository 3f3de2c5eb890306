import { sessionSets } from '#shared/courses/sessionStates.ts';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';

/** Whether a date is still to come or under way at an instant: it can be called off, or somebody can stand in. */
export function isToCome({ state, endsAt }: TrainingDate, at: string): boolean {
  return sessionSets.coming.includes(state) && endsAt >= at;
}

/** Whether a date that was called off can take place after all. */
export function mayPutBack({ mayRestore, startsAt }: TrainingDate, at: string): boolean {
  return mayRestore && startsAt > at;
}

/** Puts a date back that was called off. */
export function useRestore() {
  const { restoreSession } = useParticipantMutations();
  const restore = ({ id }: TrainingDate, onDone?: () => void) =>
    restoreSession.mutate(id, {
      onError: notifyProblem,
      onSuccess: () => {
        notify('Die Stunde findet doch statt. Wer von der Absage wusste, erhält eine Mail.');
        onDone?.();
      },
    });
  return { restore, isPending: restoreSession.isPending };
}
