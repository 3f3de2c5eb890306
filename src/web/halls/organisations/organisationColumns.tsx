import { Text } from '@mantine/core';
import { organisationKindNames, type Organisation } from '#shared/halls/organisations.ts';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import type { Column } from '#web/ui/lists/RecordList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';

/** The columns of the list; the name opens the organisation. */
export function organisationColumns(onOpen: (id: string) => void): Column<Organisation>[] {
  return [
    { name: 'name', label: 'Name', cell: (one) => <Name organisation={one} onOpen={onOpen} />, isName: true },
    { name: 'kind', label: 'Art', cell: ({ kind }) => organisationKindNames[kind] },
    { name: 'contact', label: 'Ansprechperson', cell: (one) => <Contact organisation={one} /> },
    { name: 'email', label: 'E-Mail', cell: ({ contacts, email }) => contacts[0]?.email ?? email },
    { name: 'coming', label: 'Kommende Termine', cell: ({ coming }) => coming },
  ];
}

/** What an organisation looks like on a phone. */
export function organisationCard(onOpen: (id: string) => void) {
  return (one: Organisation) => (
    <>
      <Name organisation={one} onOpen={onOpen} />
      <Text size="sm" c="dimmed">
        {[organisationKindNames[one.kind], one.coming > 0 && `${one.coming} kommende Termine`].filter(Boolean).join(' · ')}
      </Text>
      <Contact organisation={one} />
    </>
  );
}

function Name({ organisation, onOpen }: { organisation: Organisation; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(organisation.id)}>{organisation.name}</RecordLink>;
}

/** A club of the portal is reached through its board. */
function Contact({ organisation: { club, contacts } }: { organisation: Organisation }) {
  const names = contacts.map(({ name }) => name).join(', ');
  if (names !== '') return <Text size="sm">{names}</Text>;
  return club ? <Text size="sm">Vorstand des Vereins</Text> : <StateMark tone="waiting">ohne Ansprechperson</StateMark>;
}
