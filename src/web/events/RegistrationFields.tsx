import { Checkbox, NumberInput, Select, SimpleGrid, Text } from '@mantine/core';
import { eventRegistrationNames } from '#shared/events/events.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
import { fieldPath } from '#web/ui/forms/fieldPath.ts';
import type { EventFormType } from './eventValues.ts';

const kinds = Object.entries(eventRegistrationNames).map(([value, label]) => ({ value, label }));

const registrationFields = ['placesMax', 'priceCents', 'ageMin', 'ageMax', 'opensOn', 'closesOn', 'cancelOn'] as const;

/** Whether and how people enrol in an event. */
export function RegistrationFields({ form }: { form: EventFormType }) {
  const { getInputProps } = form;
  const kind = <Select label="Anmeldung" data={kinds} allowDeselect={false} {...getInputProps('registration')} />;
  // The fields stay visible while one of them is invalid.
  const isFaulty = registrationFields.some((field) => form.errors[field] !== undefined);
  if (form.values.registration === 'none' && !isFaulty) return kind;
  return (
    <>
      {kind}
      <SimpleGrid cols={2}>
        <NumberInput label="Plätze (leer: ohne Grenze)" min={1} allowDecimal={false} {...getInputProps('placesMax')} />
        <EuroInput
          {...getInputProps('priceCents')}
          label="Beitrag in Euro"
          cents={form.values.priceCents}
          onChange={(cents) => form.setFieldValue('priceCents', cents)}
        />
        <NumberInput label="Alter ab" min={0} max={120} allowDecimal={false} {...getInputProps('ageMin')} />
        <NumberInput label="Alter bis" min={0} max={120} allowDecimal={false} {...getInputProps('ageMax')} />
      </SimpleGrid>
      <Checkbox label="Warteliste, wenn alles belegt ist" {...getInputProps('hasWaitlist', { type: 'checkbox' })} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <OptionalDay form={form} field="opensOn" label="Anmeldung ab" />
        <OptionalDay form={form} field="closesOn" label="Anmeldeschluss" />
        <OptionalDay form={form} field="cancelOn" label="Kostenlos absagen bis" />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Die genannten Tage gehören noch dazu. Der Beitrag wird beim Verein bezahlt.
      </Text>
    </>
  );
}

type OptionalDayProps = { form: EventFormType; field: 'opensOn' | 'closesOn' | 'cancelOn'; label: string };

function OptionalDay({ form, field, label }: OptionalDayProps) {
  return (
    <DayField
      label={label}
      hasVisibleLabel
      value={form.values[field]}
      error={form.errors[field]}
      path={fieldPath(form, field)}
      onChange={(day) => form.setFieldValue(field, day)}
    />
  );
}
