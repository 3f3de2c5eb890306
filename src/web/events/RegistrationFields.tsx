import { Checkbox, NumberInput, Select, SimpleGrid, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { instantOf, localOf } from '#shared/kernel/calendar.ts';
import { eventRegistrationNames, type EventView } from '#shared/events/events.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';

/** What the form keeps of the registration: days in place of instants, euros in place of cents, empty for "none". */
export type RegistrationValues = {
  registration: EventView['registration'];
  placesMax: number | '';
  hasWaitlist: boolean;
  ageMin: number | '';
  ageMax: number | '';
  priceEuros: number | '';
  opensOn: string | undefined;
  closesOn: string | undefined;
  cancelOn: string | undefined;
};

/** The values of a date, or those of a new one. */
export function registrationValues(event: EventView | undefined): RegistrationValues {
  const day = (instant: string | null | undefined) => (instant ? localOf(new Date(instant)).date : undefined);
  return {
    registration: event?.registration ?? 'none',
    placesMax: event?.placesMax ?? '',
    hasWaitlist: event?.hasWaitlist ?? true,
    ageMin: event?.ageMin ?? '',
    ageMax: event?.ageMax ?? '',
    priceEuros: event?.priceCents ? event.priceCents / 100 : '',
    opensOn: day(event?.opensAt),
    closesOn: day(event?.closesAt),
    cancelOn: day(event?.cancelUntil),
  };
}

/** What is sent of them. A day without a time means its end (domain.md 5); nobody signs up after the beginning. */
export function registrationInput(values: RegistrationValues, startsAt: string) {
  const number = (value: number | '') => (value === '' ? null : value);
  const endOf = (day: string | undefined) => {
    if (!day) return null;
    const end = new Date(instantOf(day, '23:59').getTime() + 59_999);
    return (end < new Date(startsAt) ? end : new Date(startsAt)).toISOString();
  };
  return {
    registration: values.registration,
    placesMax: number(values.placesMax),
    hasWaitlist: values.hasWaitlist,
    ageMin: number(values.ageMin),
    ageMax: number(values.ageMax),
    priceCents: Math.round((number(values.priceEuros) ?? 0) * 100),
    opensAt: values.opensOn ? instantOf(values.opensOn, '00:00').toISOString() : null,
    closesAt: endOf(values.closesOn),
    cancelUntil: endOf(values.cancelOn),
  };
}

const kinds = Object.entries(eventRegistrationNames).map(([value, label]) => ({ value, label }));

/** Whether and how people sign up for a date. */
export function RegistrationFields<Values extends RegistrationValues>({ form }: { form: UseFormReturnType<Values> }) {
  // The form has more fields; these are the ones of the registration.
  const { values, errors, setFieldValue, getInputProps } = form as unknown as UseFormReturnType<RegistrationValues>;
  if (values.registration === 'none')
    return <Select label="Anmeldung" data={kinds} allowDeselect={false} {...getInputProps('registration')} />;
  return (
    <>
      <Select label="Anmeldung" data={kinds} allowDeselect={false} {...getInputProps('registration')} />
      <SimpleGrid cols={2}>
        <NumberInput label="Plätze (leer: ohne Grenze)" min={1} allowDecimal={false} {...getInputProps('placesMax')} />
        <NumberInput
          label="Beitrag in Euro"
          min={0}
          decimalScale={2}
          decimalSeparator=","
          {...getInputProps('priceEuros')}
          error={errors['priceCents']}
        />
        <NumberInput label="Alter ab" min={0} max={120} allowDecimal={false} {...getInputProps('ageMin')} />
        <NumberInput label="Alter bis" min={0} max={120} allowDecimal={false} {...getInputProps('ageMax')} />
      </SimpleGrid>
      <Checkbox label="Warteliste, wenn alles belegt ist" {...getInputProps('hasWaitlist', { type: 'checkbox' })} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DayField
          label="Anmeldung ab"
          hasVisibleLabel
          value={values.opensOn}
          onChange={(day) => setFieldValue('opensOn', day)}
          error={errors['opensAt']}
        />
        <DayField
          label="Anmeldeschluss"
          hasVisibleLabel
          value={values.closesOn}
          onChange={(day) => setFieldValue('closesOn', day)}
          error={errors['closesAt']}
        />
        <DayField
          label="Abmelden bis"
          hasVisibleLabel
          value={values.cancelOn}
          onChange={(day) => setFieldValue('cancelOn', day)}
          error={errors['cancelUntil']}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Die genannten Tage gehören noch dazu. Der Beitrag wird beim Verein bezahlt.
      </Text>
    </>
  );
}
