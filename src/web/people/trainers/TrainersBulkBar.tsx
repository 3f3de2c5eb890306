import { Button } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { TrainerFile } from '#shared/people/trainers/files.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';

type TrainersBulkBarProps = {
  club: ClubName;
  ids: readonly string[];
  unseen: number;
  /** The columns that the table shows. */ shown: readonly Column<TrainerFile>[];
  onClear: () => void;
};

/** The bulk actions on selected trainers: request missing documents, or export the list. */
export function TrainersBulkBar({ club, ids, unseen, shown, onClear }: TrainersBulkBarProps) {
  const isWide = useWide();
  const personIds = [...ids];
  const exporting = useExport((wanted) => api.trainerFiles.exportChosen({ club, personIds, ...wanted }));
  const reminding = useMutation({
    mutationFn: () => api.trainerFiles.remind({ club, personIds }),
    onSuccess: ({ reminded, complete, unreachable }) => {
      notify(outcome(reminded, complete, unreachable));
      onClear();
    },
    onError: notifyProblem,
  });
  const ask = () =>
    confirm({
      title: ids.length === 1 ? 'Eine Person erinnern?' : `${ids.length} Personen erinnern?`,
      text: 'Wem ein Nachweis fehlt oder bald abläuft, bekommt eine E-Mail mit der Liste, höchstens eine am Tag.',
      action: 'Erinnern',
      onConfirm: () => reminding.mutate(),
    });
  return (
    <SelectionBar count={ids.length} unseen={unseen} onClear={onClear}>
      <Button variant="default" px="sm" loading={reminding.isPending} onClick={ask}>
        Erinnern
      </Button>
      <ExportMenu {...exporting} {...(isWide && { shown })} />
    </SelectionBar>
  );
}

function outcome(reminded: number, complete: number, unreachable: readonly string[]): string {
  return [
    reminded === 1 ? 'Eine Person ist erinnert.' : `${reminded} Personen sind erinnert.`,
    complete > 0 && `Bei ${complete} liegt alles vor.`,
    unreachable.length > 0 && `Ohne E-Mail-Adresse: ${unreachable.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
