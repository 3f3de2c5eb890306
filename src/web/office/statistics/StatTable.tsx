import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { courseStatusNames } from '#shared/courses/courseStates.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { marginOf, percentOf, type StatRow } from '#shared/office/courseStat.ts';
import { statColumns } from '#shared/office/courseStatColumns.ts';
import { euros } from '#shared/kernel/money.ts';
import { ColumnChooser } from '#web/ui/lists/ColumnChooser.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { useColumns } from '#web/ui/lists/useColumns.ts';
import { useWide } from '#web/ui/lists/useWide.ts';
import { inWords } from './figureWords.ts';
import classes from './statistics.module.css';

/** What stands in the table at first; the rest comes with the choice of columns. */
const firstColumns = ['perSession', 'paid', 'open', 'trainer', 'hall', 'margin'];

const columns: Column<StatRow>[] = [
  {
    name: 'title',
    label: 'Angebot',
    isName: true,
    cell: (row) => (
      <span className={classes['card']}>
        <Link to={`/admin/courses/${row.id}`}>{row.title}</Link>
        <span className={classes['quiet']}>
          {row.number} · {courseStatusNames[row.status]} · {periodOf(row)}
        </span>
      </span>
    ),
  },
  { name: 'department', label: 'Abteilung', cell: ({ department }) => department || '–' },
  { name: 'placesTaken', label: 'Belegt', cell: seatsOf },
  { name: 'placesMin', label: 'Plätze mindestens', cell: ({ placesMin }) => placesMin ?? '–', isHiddenAtFirst: true },
  { name: 'sessions', label: 'Gehalten', cell: sessionsOf },
  ...statColumns.map(({ name, label, unit, of }) => ({
    name,
    label,
    cell: (row: StatRow) => <span className={classes['number']}>{inWords(of(row), unit)}</span>,
    isHiddenAtFirst: !firstColumns.includes(name),
  })),
];

/** One row for each course of the period; cards on a phone. */
export function StatTable({ rows }: { rows: readonly StatRow[] }) {
  const { shown, names, setNames } = useColumns('courseStat', columns);
  const isWide = useWide();
  return (
    <>
      {isWide && (
        <Group justify="flex-end" mb="xs" className="no-print">
          <ColumnChooser columns={columns} names={names} onChange={setNames} />
        </Group>
      )}
      <RecordList
        label="Angebote im Zeitraum"
        columns={shown}
        rows={rows}
        keyOf={({ id }) => id}
        empty={null}
        renderCard={(row) => <StatCard row={row} />}
      />
    </>
  );
}

/** The course on a phone: what matters. */
function StatCard({ row }: { row: StatRow }) {
  return (
    <span className={classes['card']}>
      <strong>{row.title}</strong>
      <span className={classes['quiet']}>{[row.number, row.department, courseStatusNames[row.status]].filter(Boolean).join(' · ')}</span>
      <span>
        Plätze: {seatsOf(row)} · gehalten: {sessionsOf(row)}
      </span>
      <span>
        Bezahlt {euros(row.paidCents)}, offen {euros(row.openCents)}
      </span>
      <span>
        Kosten {euros(row.trainerCents + row.hallCents)}, Deckungsbeitrag {euros(marginOf(row))}
      </span>
    </span>
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
