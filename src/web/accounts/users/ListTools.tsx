import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedUser } from '#shared/accounts/users.ts';
import { api } from '#web/lib/call/call.ts';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import type { Column } from '#web/ui/lists/records.ts';
import { PrintButton } from '#web/ui/paper/PrintButton.tsx';
import type { UserFilter, UserOrder } from './queries.ts';

type ListToolsProps = {
  total: number | null | undefined;
  filter: UserFilter;
  order: UserOrder;
  shown: readonly Column<ListedUser>[];
  mayExport: boolean;
  children?: ReactNode;
};

const countedUpTo = 1000;

/** The total, and the actions on the list as a whole. */
export function ListTools({ total, filter, order, shown, mayExport, children }: ListToolsProps) {
  const exporting = useExport(
    (wanted) => api.users.export({ ...filter, sort: order.sort, descending: String(order.isDescending), ...wanted }),
    'Die Liste ist als Datei gespeichert.',
  );
  return (
    <Group justify="space-between" gap="xs" my="sm" className="no-print">
      <Text size="sm" c="dimmed" component="output">
        {typeof total === 'number' ? countOf(total) : 'Wird geladen …'}
      </Text>
      <Group gap="xs" flex={{ base: '1 1 100%', sm: '0 0 auto' }}>
        {children}
        <PrintButton />
        {mayExport && <ExportMenu {...exporting} shown={shown} />}
      </Group>
    </Group>
  );
}

function countOf(total: number): string {
  return total >= countedUpTo ? `${countedUpTo}+ Benutzer` : `${total} Benutzer`;
}
