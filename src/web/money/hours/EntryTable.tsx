import { Table } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { FullHourSheet } from '#shared/money/hours.ts';

/** The entries of a sheet, for reading and printing. */
export function EntryTable({ sheet }: { sheet: FullHourSheet }) {
  return (
    <Table.ScrollContainer minWidth={420} type="native">
      <Table aria-label="Stunden" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Tag</Table.Th>
            <Table.Th>Minuten</Table.Th>
            <Table.Th>Tätigkeit</Table.Th>
            <Table.Th>Anwesend</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sheet.entries.map(({ sessionId, day, minutes, activity, participants, note }, at) => (
            <Table.Tr key={sessionId ?? `${day} ${at}`}>
              <Table.Td>{germanDate(day)}</Table.Td>
              <Table.Td>{minutes}</Table.Td>
              <Table.Td>
                {activity}
                {note && ` (${note})`}
                {!sessionId && ' · von Hand'}
              </Table.Td>
              <Table.Td>{participants ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
