import { Text } from '@mantine/core';
import type { AgeRow } from '#shared/courses/ageSeason/ageSeason.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import { fullName, listedName } from '#shared/kernel/fullName.ts';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';

/** The columns of the list; the name opens the decision. */
export function ageColumns(onOpen: (id: string) => void): Column<AgeRow>[] {
  return [
    {
      name: 'name',
      label: 'Person',
      sort: 'name',
      isName: true,
      cell: (row) => <RecordLink onOpen={() => onOpen(row.id)}>{listedName(row)}</RecordLink>,
    },
    { name: 'year', label: 'Jahrgang', sort: 'year', cell: ({ birthYear }) => birthYear },
    { name: 'group', label: 'Gruppe', sort: 'group', cell: ({ courseTitle }) => courseTitle },
    { name: 'reason', label: 'Grund', cell: ({ words }) => words },
    { name: 'next', label: 'Vorschlag oder Entscheidung', cell: (row) => <Next row={row} /> },
  ];
}

/** A row as a card for phones. */
export function ageCard(onOpen: (id: string) => void) {
  return (row: AgeRow) => (
    <>
      <RecordLink onOpen={() => onOpen(row.id)}>{`${fullName(row)} (${row.birthYear})`}</RecordLink>
      <Text size="sm">{row.courseTitle}</Text>
      <Text size="sm" c="dimmed">
        {row.words}
      </Text>
      <Next row={row} />
    </>
  );
}

function Next({ row: { decision, choices, toldAt } }: { row: AgeRow }) {
  const [first] = choices;
  if (decision)
    return (
      <>
        <StateMark tone="good">{decision.words}</StateMark>
        {decision.reason && <Text size="sm">{decision.reason}</Text>}
      </>
    );
  return (
    <>
      <Text size="sm">{first ? `${first.title} (${freeInWords(first.free)})` : 'Keine Gruppe der Abteilung passt.'}</Text>
      {toldAt && (
        <Text size="sm" c="dimmed">
          Familie gefragt am {germanDate(localOf(new Date(toldAt)).date)}
        </Text>
      )}
    </>
  );
}

/** The number of free seats as text. */
export function freeInWords(free: number | null): string {
  if (free === null) return 'ohne Begrenzung';
  if (free <= 0) return 'voll';
  return free === 1 ? '1 Platz frei' : `${free} Plätze frei`;
}
