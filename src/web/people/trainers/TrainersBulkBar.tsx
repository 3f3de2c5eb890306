import { Button } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { SelectionBar } from '#web/ui/lists/SelectionBar.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import type { ExportFormat } from '#shared/kernel/fields.ts';

type TrainersBulkBarProps = { club: ClubName; ids: readonly string[]; unseen: number; onClear: () => void };

/** The bulk actions on selected trainers: request missing documents, or export the list. */
export function TrainersBulkBar({ club, ids, unseen, onClear }: TrainersBulkBarProps) {
  const personIds = [...ids];
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => api.trainerFiles.exportChosen({ club, personIds, format }),
    onSuccess: saveFile,
    onError: notifyProblem,
  });
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
      <ExportMenu isBusy={exporting.isPending} onExport={(format) => exporting.mutate(format)} />
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
