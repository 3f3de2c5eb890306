import { Button } from '@mantine/core';
import { ageBatchAtMost, type AgeList, type AgeRow } from '#shared/courses/ageSeason/ageSeason.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { tomorrow } from './days.ts';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useAgeMutations } from './queries.ts';

type AgeBulkBarProps = { club: ClubName; rows: readonly AgeRow[]; list: AgeList; onClear: () => void };

/** Applies the proposal to all selected persons. */
export function AgeBulkBar({ club, rows, list, onClear }: AgeBulkBarProps) {
  const { accept } = useAgeMutations();
  const day = list.isAhead ? list.day : tomorrow();
  const fitting = rows.filter(({ choices }) => choices.length > 0);
  const ask = () =>
    confirm({
      title: 'Vorschlag übernehmen?',
      text: `${fitting.length === 1 ? '1 Person wechselt' : `${fitting.length} Personen wechseln`} zum ${germanDate(day)} in die vorgeschlagene Gruppe. Die Familien bekommen eine Mail; bis zum Beginn lässt sich jeder Wechsel zurücknehmen.`,
      action: 'Übernehmen',
      onConfirm: () =>
        accept.mutate(
          { club, ids: fitting.map(({ id }) => id), day },
          {
            onSuccess: ({ moved, failed }) => {
              notify([`${moved} gewechselt.`, ...failed.map(({ name, why }) => `${name}: ${why}`)].join(' '));
              onClear();
            },
            onError: notifyProblem,
          },
        ),
    });
  return (
    <SelectionBar count={rows.length} onClear={onClear}>
      <Button px="sm" disabled={fitting.length === 0 || rows.length > ageBatchAtMost} loading={accept.isPending} onClick={ask}>
        {rows.length > ageBatchAtMost ? `Höchstens ${ageBatchAtMost} auf einmal` : 'Vorschlag übernehmen …'}
      </Button>
    </SelectionBar>
  );
}
