import { Alert, Button, Group, Text } from '@mantine/core';
import { fullName } from '#shared/kernel/fullName.ts';
import classes from '../participants/participants.module.css';
import type { useGuests } from './useGuests.ts';

type KeptGuestsProps = { of: Pick<ReturnType<typeof useGuests>, 'kept' | 'refused' | 'drop'> };

/** Trial guests stored only on this phone, and those that the server refused, with all that was typed. */
export function KeptGuests({ of: { kept, refused, drop } }: KeptGuestsProps) {
  return (
    <>
      {kept.map(({ id, person }) => (
        <Text key={id} className={classes['one']}>
          {fullName(person)} · Probestunde, wird übertragen, sobald es eine Verbindung gibt
        </Text>
      ))}
      {refused.map(({ id, person, refusal }) => (
        <Alert key={id} color="danger" title={`Nicht aufgenommen: ${fullName(person)}`}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              {refusal}
              {person.phone && ` Telefon: ${person.phone}`}
            </Text>
            <Button variant="default" aria-label={`${fullName(person)}: Hinweis schließen`} onClick={() => void drop(id)}>
              Schließen
            </Button>
          </Group>
        </Alert>
      ))}
    </>
  );
}
