import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { useOwnHours, type Opened } from './queries.ts';

/** Confirms and releases hours for others, with undo. */
export function useRelease(opened: Opened) {
  const { release, reclaim } = useOwnHours(opened);
  const takeBack = (ids: string[]) =>
    reclaim.mutate(ids, {
      onSuccess: ({ changed }) =>
        changed === 0
          ? notifyRefusal('Die Zeit hat inzwischen jemand anders.')
          : notify(changed === 1 ? 'Die Stunde ist wieder Ihre.' : `${changed} Stunden sind wieder Ihre.`),
      onError: notifyProblem,
    });
  const ask = (ids: string[], onDone: () => void, when = '') =>
    confirm({
      title: ids.length === 1 ? 'Stunde freigeben?' : `${ids.length} Stunden${when} freigeben?`,
      text: 'Andere Vereine können sie dann sofort übernehmen.',
      action: 'Freigeben',
      onConfirm: () =>
        release.mutate(ids, {
          onSuccess: ({ changed }) => {
            onDone();
            if (changed === 0) notifyRefusal('Diese Stunden waren nicht mehr zugesagt.');
            else notify(changed === 1 ? 'Die Stunde ist freigegeben.' : `${changed} Stunden sind freigegeben.`, () => takeBack(ids));
          },
          onError: notifyProblem,
        }),
    });
  return { ask, takeBack, isPending: release.isPending || reclaim.isPending };
}
