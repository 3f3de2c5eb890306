import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { requestedFieldNames } from '#shared/people/changeRequests.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { ownPeopleQuery } from '../parts/ownPeopleQuery.ts';
import { ChangeRequestForm } from './ChangeRequestForm.tsx';
import { ownChangesQuery } from './requestQueries.ts';
import classes from '../members/members.module.css';

const stateNames = { open: 'Beim Vorstand', accepted: 'Übernommen', declined: 'Abgelehnt', withdrawn: 'Zurückgezogen' } as const;
const tones = { open: 'waiting', accepted: 'good', declined: 'bad', withdrawn: 'quiet' } as const;

/** Only the board changes name, birth date, address and bank account: a member requests it here, for themselves or a child. */
export function ChangeRequestPart() {
  const { data: people = [] } = useQuery(ownPeopleQuery());
  const { data: requests = [] } = useQuery(ownChangesQuery());
  const [chosen, setChosen] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const of = people.find(({ id }) => id === chosen) ?? people[0];
  if (!of) return null;
  const open = requests.filter(({ state }) => state === 'open').length;
  const waits = requests.some(({ personId, state }) => personId === of.id && state === 'open');
  return (
    <RowPart
      id="aendern"
      title="Daten ändern lassen"
      state={
        open === 0
          ? 'Name, Geburtsdatum, Anschrift, Konto'
          : open === 1
            ? '1 Wunsch liegt beim Vorstand'
            : `${open} Wünsche liegen beim Vorstand`
      }
      lead="Name, Geburtsdatum, Anschrift und Konto ändert der Vorstand für Sie."
    >
      <Stack gap="sm">
        {people.length > 1 && (
          <NativeSelect
            label="Für wen?"
            data={people.map((one) => ({ value: one.id, label: fullName(one) }))}
            value={of.id}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
        )}
        {requests.length > 0 && (
          <ul className={classes['slices']} aria-label="Ihre Änderungswünsche">
            {requests.slice(0, 5).map((one) => (
              <li key={one.id}>
                <StateMark tone={tones[one.state]}>{stateNames[one.state]}</StateMark> {one.name}, {germanDate(one.createdAt.slice(0, 10))}:{' '}
                {one.changes.map(({ field }) => requestedFieldNames[field]).join(', ')}
                {one.reason && ` (${one.reason})`}
              </li>
            ))}
          </ul>
        )}
        {waits && <Text size="sm">Ein Wunsch für {of.firstname} liegt beim Vorstand. Sie erhalten eine Mail.</Text>}
        {!waits && !isOpen && (
          <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsOpen(true)}>
            Änderung beantragen
          </Button>
        )}
        {!waits && isOpen && <ChangeRequestForm key={of.id} of={of} onDone={() => setIsOpen(false)} />}
      </Stack>
    </RowPart>
  );
}
