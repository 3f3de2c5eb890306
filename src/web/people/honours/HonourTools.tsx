import { Group, Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { HonourRow } from '#shared/people/honours/contract.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { ExportButtons } from '#web/ui/files/ExportButtons.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import type { HonoursWanted } from './queries.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

type Found = { rows: readonly HonourRow[]; total: number };

/** The total, and the export. */
export function HonourTools({ wanted, found }: { wanted: HonoursWanted; found: Found | undefined }) {
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => api.honours.export({ ...wanted, format }),
    onSuccess: saveFile,
    onError: notifyProblem,
  });
  return (
    <Group justify="space-between" gap="xs" my="sm">
      <Text size="sm" c="dimmed" component="output">
        {found ? countOf(found, wanted) : 'Wird geladen …'}
      </Text>
      {found?.total !== 0 && (
        <Group gap="xs" className="no-print">
          <ExportButtons isBusy={exporting.isPending} onExport={(format) => exporting.mutate(format)} />
        </Group>
      )}
    </Group>
  );
}

function countOf({ rows, total }: Found, { from, to }: HonoursWanted): string {
  const when = `vom ${germanDate(from)} bis ${germanDate(to)}`;
  if (rows.length < total) return `Die ersten ${rows.length} von ${total.toLocaleString('de-DE')} ${when}; die Datei enthält alle.`;
  return `${total === 0 ? 'Kein Anlass' : total === 1 ? 'Ein Anlass' : `${total} Anlässe`} ${when}`;
}
