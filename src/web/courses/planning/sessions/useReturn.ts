import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useCourseMutations } from '../queries.ts';

/** Reverts the move of sessions, with a notification. */
export function useReturn(id: string): (sessionIds: string[]) => void {
  const { takeBackMoves } = useCourseMutations();
  return (sessionIds) =>
    takeBackMoves.mutate(
      { id, sessionIds },
      {
        onSuccess: ({ changed }) => notify(`${changed === 1 ? 'Der Termin findet' : `${changed} Termine finden`} wie zuvor statt.`),
        onError: notifyProblem,
      },
    );
}
