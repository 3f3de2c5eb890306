import { Checkbox, Fieldset, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { boot } from '#web/lib/boot.ts';
import type { ApplicationValues } from './applicationValues.ts';
import { TextLink } from './TextLink.tsx';

type PartProps = { form: UseFormReturnType<ApplicationValues> };

/** The account from which the fee is collected; without one the club sends a bill. */
export function ApplyAccount({ form }: PartProps) {
  return (
    <Fieldset legend="Beitrag per Lastschrift (freiwillig)">
      <Stack gap="sm">
        <TextInput label="IBAN" autoComplete="off" placeholder="DE…" {...form.getInputProps('iban')} />
        <TextInput label="Kontoinhaber" autoComplete="off" {...form.getInputProps('accountHolder')} />
        {form.values.iban.trim() !== '' && (
          <Checkbox
            label={`${boot.club.displayName} darf Beiträge von diesem Konto einziehen (SEPA-Lastschriftmandat). Innerhalb von acht Wochen kann ich die Erstattung verlangen.`}
            {...form.getInputProps('acceptsMandate', { type: 'checkbox' })}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

const terms = (
  <>
    Ich erkenne <TextLink label="Satzung" slug="satzung" /> und <TextLink label="Beitragsordnung" slug="beitr" /> an.
  </>
);
const privacy = (
  <>
    Ich habe die <TextLink label="Hinweise zum Datenschutz" slug="datenschutz" isAlways /> gelesen.
  </>
);

/** What one agrees to: the first two are needed, the others may be left. */
export function ApplyConsents({ form }: PartProps) {
  const tick = (name: keyof ApplicationValues, label: ReactNode, isNeeded = false) => (
    <Checkbox label={label} required={isNeeded} {...form.getInputProps(name, { type: 'checkbox' })} />
  );
  return (
    <Fieldset legend="Einwilligungen">
      <Stack gap="sm">
        {tick('acceptsTerms', terms, true)}
        {tick('acceptsPrivacy', privacy, true)}
        {tick('allowsPhotos', 'Fotos vom Vereinsleben dürfen im Internet erscheinen (freiwillig).')}
        {tick('wantsNewsletter', 'Ich möchte Neuigkeiten per Mail erhalten (freiwillig).')}
      </Stack>
    </Fieldset>
  );
}
