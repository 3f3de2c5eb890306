import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '#web/lib/call/call.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import type { UserFilter } from './queries.ts';

type ListToolsProps = {
  total: number | null | undefined;
  filter: UserFilter;
  mayExport: boolean;
  /** Loads the remaining rows for printing. */ onLoadAll: () => Promise<void>;
  children?: ReactNode;
};

const countedUpTo = 1000;

/** The total, and the actions on the list as a whole. */
export function ListTools({ total, filter, mayExport, onLoadAll, children }: ListToolsProps) {
  const exporting = useMutation({
    mutationFn: () => api.users.export(filter),
    onSuccess: (file) => {
      saveFile(file);
      notify('Die Liste ist als CSV-Datei gespeichert.');
    },
    onError: notifyProblem,
  });
  const printing = useMutation({ mutationFn: onLoadAll, onSuccess: () => setTimeout(() => print()), onError: notifyProblem });
  return (
    <Group justify="space-between" gap="xs" my="sm" className="no-print">
      <Text size="sm" c="dimmed" component="output">
        {typeof total === 'number' ? countOf(total) : 'Wird geladen …'}
      </Text>
      <Group gap="xs" flex={{ base: '1 1 100%', sm: '0 0 auto' }}>
        {children}
        <Button
          visibleFrom="sm"
          variant="default"
          leftSection={<Icon name="printer" size={18} />}
          loading={printing.isPending}
          onClick={() => printing.mutate()}
        >
          Drucken
        </Button>
        {mayExport && (
          <Button
            variant="default"
            leftSection={<Icon name="download" size={18} />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            CSV
          </Button>
        )}
      </Group>
    </Group>
  );
}

function countOf(total: number): string {
  return total >= countedUpTo ? `${countedUpTo}+ Benutzer` : `${total} Benutzer`;
}
