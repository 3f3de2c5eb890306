import type { Rival } from '#shared/halls/bookings.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useBookingMutations } from '../bookings/queries.ts';
import { manyWords } from './decidedWords.ts';

/** After confirming a request, asks whether to decline the competing ones with a notice. */
export function useRefuseRivals(): (holder: string, rivals: readonly Rival[]) => void {
  const { decideMany } = useBookingMutations();
  const refuse = (ids: string[], reason: string) =>
    decideMany.mutate(
      { ids, action: 'reject', reason },
      { onSuccess: ({ results }) => notify(manyWords('reject', results)), onError: notifyProblem },
    );
  return (holder, rivals) => {
    if (rivals.length === 0) return;
    const reason = `Die Zeit ist an ${holder} vergeben.`;
    const names = [...new Set(rivals.map(({ holder: name }) => name))].join(', ');
    const isSeries = rivals.some((one) => one.isSeries);
    confirm({
      title: rivals.length === 1 ? 'Die andere Anfrage ablehnen?' : `Die anderen ${rivals.length} Anfragen ablehnen?`,
      text:
        `Zur selben Zeit ${rivals.length === 1 ? 'fragt' : 'fragen'} ${names}. Begründung in der E-Mail: „${reason}“` +
        (isSeries ? ' Eine Serie wird mit allen ihren Terminen abgelehnt, auch mit denen, die frei wären.' : ''),
      action: 'Ablehnen',
      way: 'Offen lassen',
      onConfirm: () =>
        refuse(
          rivals.map(({ id }) => id),
          reason,
        ),
    });
  };
}
