import { Text } from '@mantine/core';
import { organisationKindNames, type Organisation } from '#shared/halls/organisations.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { hoursOf } from '../parts/hours.ts';

/** The columns of the list; the name opens the organisation. */
export function organisationColumns(onOpen: (id: string) => void): Column<Organisation>[] {
  return [
    { name: 'name', label: 'Name', cell: (one) => <Name organisation={one} onOpen={onOpen} />, isName: true },
    { name: 'kind', label: 'Art', cell: ({ kind }) => organisationKindNames[kind] },
    { name: 'contact', label: 'Ansprechperson', cell: (one) => <Contact organisation={one} /> },
    { name: 'series', label: 'Serien', cell: ({ series }) => series, isNumber: true },
    { name: 'weekly', label: 'Stunden je Woche', cell: ({ weeklyMinutes }) => hoursOf(weeklyMinutes), isNumber: true },
    { name: 'coming', label: 'Kommende Termine', cell: ({ coming }) => coming, isNumber: true },
    { name: 'season', label: 'Wünsche, zugeteilt', cell: ({ wishes, granted }) => (wishes === 0 ? '' : `${wishes}, ${granted}`) },
    { name: 'seen', label: 'Zuletzt gesehen', cell: ({ seenAt }) => seenAt && germanDate(localOf(new Date(seenAt)).date) },
  ];
}

/** An organisation as a card for phones. */
export function organisationCard(onOpen: (id: string) => void) {
  return (one: Organisation) => (
    <>
      <Name organisation={one} onOpen={onOpen} />
      <Text size="sm" c="dimmed">
        {[
          organisationKindNames[one.kind],
          one.series > 0 && `${one.series === 1 ? 'eine Serie' : `${one.series} Serien`}, ${hoursOf(one.weeklyMinutes)} Std. je Woche`,
          one.coming > 0 && `${one.coming === 1 ? 'ein kommender Termin' : `${one.coming} kommende Termine`}`,
          one.wishes > 0 && `${one.wishes === 1 ? 'ein Wunsch' : `${one.wishes} Wünsche`}, ${one.granted} zugeteilt`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Contact organisation={one} />
    </>
  );
}

function Name({ organisation, onOpen }: { organisation: Organisation; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(organisation.id)}>{organisation.name}</RecordLink>;
}

/** A portal club is contacted through its board. */
function Contact({ organisation: { club, contacts } }: { organisation: Organisation }) {
  const names = contacts.map(({ name }) => name).join(', ');
  if (names !== '')
    return (
      <Text size="sm">
        {names}
        <br />
        {contacts[0]?.email}
      </Text>
    );
  return club ? <Text size="sm">Vorstand des Vereins</Text> : <StateMark tone="waiting">ohne Ansprechperson</StateMark>;
}
