import { Group, Table } from '@mantine/core';
import { courseStatusNames } from '#shared/courses/courseStates.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { percentOf, type StatRow } from '#shared/office/courseStat.ts';
import { statColumns } from '#shared/office/courseStatColumns.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { ExportButtons } from '#web/ui/files/ExportButtons.tsx';
import type { useExport } from '#web/ui/files/useExport.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { ScrollRegion } from '#web/ui/plain/ScrollRegion.tsx';
import { useColumns } from '#web/ui/lists/useColumns.tsx';
import { inWords } from './figureWords.ts';
import classes from './statistics.module.css';

/** The default columns of the table. */
const firstColumns = ['perSession', 'paid', 'open', 'trainer', 'hall', 'margin'];

const columns: Column<StatRow>[] = [
  {
    name: 'title',
    label: 'Angebot',
    isName: true,
    cell: (row) => (
      <span className={classes['card']}>
        <RecordLink to={`/admin/courses/${row.id}`}>{row.title}</RecordLink>
        <span className={classes['quiet']}>
          {row.number}
          <span className={classes['roomy']}>
            {' '}
            · {courseStatusNames[row.status]} · {periodOf(row)}
          </span>
        </span>
      </span>
    ),
  },
  { name: 'department', label: 'Abteilung', cell: ({ department }) => department || '–' },
  { name: 'placesTaken', label: 'Belegt', cell: seatsOf },
  { name: 'placesMin', label: 'Plätze mindestens', cell: ({ placesMin }) => placesMin ?? '–', isNumber: true, isHiddenAtFirst: true },
  { name: 'sessions', label: 'Gehalten', cell: sessionsOf },
  ...statColumns.map(({ name, label, unit, of }) => ({
    name,
    label,
    cell: (row: StatRow) => inWords(of(row), unit),
    isNumber: true,
    isHiddenAtFirst: !firstColumns.includes(name),
  })),
];

/** A row per course of the period, scrollable in both directions. */
export function StatTable({ rows, exporting }: { rows: readonly StatRow[]; exporting: ReturnType<typeof useExport> }) {
  const { shown, chooser } = useColumns('courseStat', columns, { isAlwaysTable: true });
  return (
    <>
      <Group justify="flex-end" gap="xs" mb="xs" className="no-print">
        <SavedViews page="courseStat" />
        {chooser}
        <ExportButtons {...exporting} shown={shown} />
      </Group>
      <ScrollRegion label="Angebote im Zeitraum">
        <Table highlightOnHover verticalSpacing={6} aria-label="Angebote im Zeitraum">
          <Table.Thead>
            <Table.Tr>
              {shown.map(({ name, label, isNumber }) => (
                <Table.Th key={name} ta={isNumber ? 'right' : 'left'}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <StatLine key={row.id} row={row} shown={shown} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </>
  );
}

function StatLine({ row, shown }: { row: StatRow; shown: readonly Column<StatRow>[] }) {
  return (
    <Table.Tr>
      {shown.map(({ name, isName, isNumber, cell }) =>
        isName ? (
          <Table.Th key={name} scope="row" fw={400}>
            {cell(row)}
          </Table.Th>
        ) : (
          <Table.Td key={name} className={isNumber ? classes['number'] : undefined}>
            {cell(row)}
          </Table.Td>
        ),
      )}
    </Table.Tr>
  );
}

function seatsOf({ registered, placesMax, taken, places }: StatRow): string {
  return placesMax === null ? String(registered) : `${registered} von ${placesMax} (${percentOf(taken, places) ?? 0}\u00A0%)`;
}

function sessionsOf({ sessionsHeld, sessionsPlanned, sessionsCancelled }: StatRow): string {
  const all = `${sessionsHeld} von ${sessionsHeld + sessionsPlanned}`;
  return sessionsCancelled > 0 ? `${all}, ${sessionsCancelled} fielen aus` : all;
}

function periodOf({ startsOn, endsOn }: StatRow): string {
  return endsOn ? `${germanDate(startsOn)} – ${germanDate(endsOn)}` : `seit ${germanDate(startsOn)}`;
}
