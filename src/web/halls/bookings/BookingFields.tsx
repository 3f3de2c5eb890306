import { Group, MultiSelect, NumberInput, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { ageGroupNames, bookingKindNames } from '#shared/halls/bookingStates.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { optionsOf, type BookingFormType } from './newBooking.ts';
import type { Hall } from './queries.ts';
import { SeriesFields } from './SeriesFields.tsx';

type Fields = { form: BookingFormType };

/** The facility with its units, and the purpose. */
export function PurposeFields({ form, halls }: Fields & { halls: readonly Hall[] }) {
  const { facilityId, expectedParticipants } = form.values;
  const hall = halls.find(({ id }) => id === facilityId);
  const chooseHall = (id: string | null) => {
    form.setFieldValue('facilityId', id ?? '');
    form.setFieldValue('unitIds', halls.find((one) => one.id === id)?.units.map((unit) => unit.id) ?? []);
  };
  return (
    <>
      <Select
        label="Sportstätte"
        required
        searchable
        data={halls.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('facilityId')}
        value={facilityId || null}
        onChange={chooseHall}
      />
      {hall && hall.units.length > 1 && (
        <MultiSelect label="Teile" data={hall.units.map(({ id, label }) => ({ value: id, label }))} {...form.getInputProps('unitIds')} />
      )}
      <TextInput label="Titel" required {...form.getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <Select label="Art" data={optionsOf(bookingKindNames)} allowDeselect={false} {...form.getInputProps('kind')} />
        <Select label="Gruppe" data={optionsOf(ageGroupNames)} allowDeselect={false} {...form.getInputProps('ageGroup')} />
        <NumberInput
          label="Personen"
          min={1}
          {...form.getInputProps('expectedParticipants')}
          value={expectedParticipants ?? ''}
          onChange={(value) => form.setFieldValue('expectedParticipants', typeof value === 'number' ? value : null)}
        />
      </SimpleGrid>
    </>
  );
}

type TimeFieldsProps = Fields & {
  /** The default when the date is cleared. */ day: string;
  /** Whether the viewer may book outside the hall's window, which requires a reason. */ asksReason: boolean;
};

/** The time, once or weekly. */
export function TimeFields({ form, day, asksReason }: TimeFieldsProps) {
  const { isSeries } = form.values;
  return (
    <>
      <Switch label="Jede Woche" {...form.getInputProps('isSeries', { type: 'checkbox' })} />
      <DayField label={isSeries ? 'Erster Termin' : 'Tag'} hasVisibleLabel {...dayInput(form, 'date', day)} />
      <Group grow>
        <TimeField label="Von" {...form.getInputProps('startTime')} />
        <TimeField label="Bis" {...form.getInputProps('endTime')} />
      </Group>
      {isSeries && <SeriesFields form={form} />}
      {asksReason && !isSeries && (
        <TextInput label="Grund, wenn außerhalb der Buchungsfrist gebucht wird" {...form.getInputProps('windowReason')} />
      )}
    </>
  );
}

/** The requester, and their message. */
export function RequesterFields({ form }: Fields) {
  return (
    <>
      <Group grow>
        <TextInput label="Ansprechperson" {...form.getInputProps('contactPerson')} />
        <TextInput label="Telefon" type="tel" {...form.getInputProps('contactPhone')} />
      </Group>
      <Textarea label="Nachricht an die Hallenverwaltung" autosize {...form.getInputProps('message')} />
    </>
  );
}
