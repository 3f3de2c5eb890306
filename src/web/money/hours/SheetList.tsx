import { Text } from '@mantine/core';
import { hourSheetStates, type HourSheet } from '#shared/money/hours.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { hours, period, quarter, amountInWords } from './words.ts';

type SheetListProps = { label: string; sheets: readonly HourSheet[] | undefined; showsTrainer: boolean; onOpen: (id: string) => void };

/** A list of sheets, linked by name. */
export function SheetList({ label, sheets, showsTrainer, onOpen }: SheetListProps) {
  const name = (one: HourSheet) => (
    <RecordLink onOpen={() => onOpen(one.id)} title={period(one)}>
      {showsTrainer ? one.trainer : quarter(one.from)}
    </RecordLink>
  );
  const columns: Column<HourSheet>[] = [
    { name: 'name', label: showsTrainer ? 'Name' : 'Zeitraum', isName: true, cell: name },
    ...(showsTrainer ? [{ name: 'quarter', label: 'Zeitraum', cell: ({ from }: HourSheet) => quarter(from) }] : []),
    { name: 'department', label: 'Abteilung', cell: ({ department }) => department || '–' },
    { name: 'minutes', label: 'Stunden', isNumber: true, cell: ({ minutes }) => hours(minutes) },
    { name: 'worth', label: 'Betrag', isNumber: true, cell: amountInWords },
    { name: 'state', label: 'Status', cell: ({ state }) => hourSheetStates[state] },
  ];
  return (
    <RecordList
      label={label}
      columns={columns}
      rows={sheets}
      keyOf={({ id }) => id}
      renderCard={(one) => (
        <div>
          {name(one)}
          <Text size="sm">
            {showsTrainer && `${quarter(one.from)} · `}
            {one.department && `${one.department} · `}
            {hours(one.minutes)} · {amountInWords(one)}
          </Text>
          <Text size="sm" c="dimmed">
            {hourSheetStates[one.state]}
          </Text>
        </div>
      )}
      empty={
        <EmptyState icon="clock-hour-4" title="Keine Nachweise.">
          <p>Eingereichte Nachweise erscheinen hier von selbst.</p>
        </EmptyState>
      }
    />
  );
}
