import { sessionSets } from '#shared/courses/sessionStates.ts';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';

/** Whether a session has not ended at an instant: it can be cancelled or substituted. */
export function isToCome({ state, endsAt }: TrainingDate, at: string): boolean {
  return sessionSets.coming.includes(state) && endsAt >= at;
}

/** Whether a session is over and nobody has closed its list: it may be noted that it did not take place. */
export function isOverAndOpen({ state, endsAt }: TrainingDate, at: string): boolean {
  return sessionSets.coming.includes(state) && endsAt < at;
}

/** Whether a cancelled session can be restored. */
export function mayPutBack({ mayRestore, startsAt, endsAt }: TrainingDate, at: string): boolean {
  return mayRestore && (startsAt > at || endsAt < at);
}

/** Where it is told whether a session takes place: the latest word replaces the one before. */
export function noticePlaceOf(sessionId: string): string {
  return `session ${sessionId}`;
}

/** Restores a cancelled session. */
export function useRestore() {
  const { restoreSession } = useParticipantMutations();
  const restore = ({ id, endsAt }: TrainingDate, onDone?: () => void) =>
    restoreSession.mutate(id, {
      onError: notifyProblem,
      onSuccess: () => {
        notify(
          endsAt < new Date().toISOString()
            ? 'Die Stunde gilt wieder als geplant.'
            : 'Die Stunde findet doch statt. Wer von der Absage wusste, erhält eine Mail.',
          undefined,
          noticePlaceOf(id),
        );
        onDone?.();
      },
    });
  return { restore, isPending: restoreSession.isPending };
}
