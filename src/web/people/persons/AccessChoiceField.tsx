import { Checkbox, Stack, Text } from '@mantine/core';
import type { AccessChoice } from '#shared/people/access.ts';
import classes from '../members/members.module.css';
import { nameOf, sinceOf } from './accessWords.ts';

type AccessChoiceFieldProps = { access: AccessChoice; name: string; value: string[]; onChange: (value: string[]) => void };

/** Which accounts may act for a person: the present ones, and a checkbox for each that would gain access. */
export function AccessChoiceField({ access: { present, gaining }, name, value, onChange }: AccessChoiceFieldProps) {
  if (present.length === 0 && gaining.length === 0) return null;
  return (
    <Stack gap="xs">
      {present.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            Diese Konten dürfen schon für {name} handeln
          </Text>
          <ul className={classes['slices']} aria-label={`Zugang zu ${name}`}>
            {present.map((one) => (
              <Text key={one.userId} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {nameOf(one)}, {sinceOf(one)}
              </Text>
            ))}
          </ul>
        </div>
      )}
      {gaining.length > 0 && (
        <Checkbox.Group
          label={`Wer soll Zugang zu ${name} bekommen?`}
          description="Nur wer hier angekreuzt ist, sieht die Daten und darf anmelden und absagen. Alle anderen verlieren ihren Zugang."
          value={value}
          onChange={onChange}
        >
          <Stack gap="xs" mt="xs">
            {gaining.map((one) => (
              <Checkbox
                key={one.userId}
                value={one.userId}
                label={nameOf(one)}
                description={`${one.isVerified ? 'Bei der anderen Person bestätigt' : 'Eigene Angabe, nicht geprüft'}, ${sinceOf(one)}`}
                styles={{ label: { overflowWrap: 'anywhere' } }}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
