import { Table } from '@mantine/core';
import type { StatFigures } from '#shared/office/courseStat.ts';
import { statColumns } from '#shared/office/courseStatColumns.ts';
import { ScrollRegion } from '#web/ui/plain/ScrollRegion.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { inWords } from './figureWords.ts';
import classes from './statistics.module.css';

/** Every figure of the period compared with the previous one; expanded in print. */
export function AllTotals({ totals, previous }: { totals: StatFigures; previous: StatFigures }) {
  const shown = statColumns
    .map((column) => ({ ...column, now: column.of(totals), before: column.of(previous) }))
    .filter(({ name, now, before }) => !name.startsWith('price-') || now || before);
  return (
    <div className={classes['all']}>
      <Disclosure title="Alle Summen im Vergleich" onPaper="open">
        <ScrollRegion label="Alle Summen">
          <Table aria-label="Alle Summen im Vergleich" verticalSpacing={4} className={classes['figures']}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Größe</Table.Th>
                <Table.Th ta="right">Zeitraum</Table.Th>
                <Table.Th ta="right">Davor</Table.Th>
                <Table.Th ta="right">Änderung</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ name, label, unit, now, before }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row" fw={400}>
                    {label}
                  </Table.Th>
                  <Table.Td ta="right">{inWords(now, unit)}</Table.Td>
                  <Table.Td ta="right">{inWords(before, unit)}</Table.Td>
                  <Table.Td ta="right">{changeOf(now, before, unit)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      </Disclosure>
    </div>
  );
}

function changeOf(now: number | null, before: number | null, unit: Parameters<typeof inWords>[1]): string {
  if (now === null || before === null || now === before) return '–';
  // Rounded, since differences of averages have meaningless digits.
  const change = Math.round((now - before) * 10) / 10;
  return `${change > 0 ? '+' : ''}${inWords(change, unit)}`;
}
