import { Group, Select, Text } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { ListedMember } from '#shared/people/members.ts';
import { api } from '#web/lib/call/call.ts';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { useExport } from '#web/ui/files/useExport.ts';
import type { Column } from '#web/ui/lists/records.ts';
import { useWide } from '#web/ui/lists/useWide.ts';
import type { MemberFilter, MemberOrder } from './queries.ts';

type MemberToolsProps = {
  /** Undefined while counting. */ total: number | null | undefined;
  filter: MemberFilter;
  order: MemberOrder;
  onOrder: (order: MemberOrder) => void;
  /** The columns that the table shows. */ shown: readonly Column<ListedMember>[];
  children?: ReactNode;
};

/** How far the server counts. Written out: formatting it takes a slow machine longer than the whole line. */
const counted = { upTo: 1000, words: '1.000+ Mitglieder' };
const orders: { value: string; label: string; order: MemberOrder }[] = [
  { value: 'name', label: 'Nachname (A–Z)', order: { sort: 'name', isDescending: false } },
  { value: 'nameDown', label: 'Nachname (Z–A)', order: { sort: 'name', isDescending: true } },
  { value: 'number', label: 'Nummer aufsteigend', order: { sort: 'number', isDescending: false } },
  { value: 'numberDown', label: 'Nummer absteigend', order: { sort: 'number', isDescending: true } },
  { value: 'joinedDown', label: 'Neueste zuerst', order: { sort: 'joinedOn', isDescending: true } },
  { value: 'joined', label: 'Längste Mitgliedschaft zuerst', order: { sort: 'joinedOn', isDescending: false } },
];

/** The total, and the actions on the list as a whole. */
export const MemberTools = memo(Tools);

function Tools({ total, filter, order, onOrder, shown, children }: MemberToolsProps) {
  const isWide = useWide();
  const exporting = useExport(
    (wanted) => api.members.export({ ...filter, sort: order.sort, descending: String(order.isDescending), ...wanted }),
    'Die Liste ist als Datei gespeichert.',
  );
  const current = orders.find((one) => one.order.sort === order.sort && one.order.isDescending === order.isDescending);
  return (
    <Group justify="space-between" gap="xs" my="sm" className="no-print">
      <Text size="sm" c="dimmed" component="output">
        {typeof total === 'number' ? countOf(total) : 'Wird geladen …'}
      </Text>
      <Group gap="xs" flex={{ base: '1 1 100%', sm: '0 0 auto' }}>
        {children}
        <Select
          hiddenFrom="md"
          aria-label="Sortierung"
          data={orders.map(({ value, label }) => ({ value, label }))}
          value={current?.value ?? null}
          onChange={(value) => onOrder(orders.find((one) => one.value === value)?.order ?? order)}
          allowDeselect={false}
          flex="1 1 11rem"
        />
        <ExportMenu {...exporting} {...(isWide && { shown })} />
      </Group>
    </Group>
  );
}

function countOf(total: number): string {
  if (total >= counted.upTo) return counted.words;
  return total === 1 ? '1 Mitglied' : `${total} Mitglieder`;
}
