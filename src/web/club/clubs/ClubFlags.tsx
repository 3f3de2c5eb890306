import { Stack, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ClubValues } from './clubValues.ts';

const flags = [
  { name: 'hasContent', label: 'Inhaltsseiten', help: 'Eigene Seiten wie Impressum und Kontakt erscheinen in Menüs.' },
  { name: 'hasNews', label: 'Neuigkeiten', help: 'Der Verein veröffentlicht Neuigkeiten.' },
  { name: 'hasParticipations', label: 'Teilnahmen', help: 'Kurse haben eine Online-Anmeldung. Ohne sie steht dort der Kontakt.' },
  { name: 'hasOperationals', label: 'Helferlisten', help: 'Der Verein plant Helferdienste.' },
] as const;

/** Toggles the features that a club uses. */
export function ClubFlags({ form }: { form: UseFormReturnType<ClubValues> }) {
  return (
    <Stack gap="md">
      {flags.map(({ name, label, help }) => (
        <Switch key={name} label={label} description={help} {...form.getInputProps(name, { type: 'checkbox' })} />
      ))}
    </Stack>
  );
}
