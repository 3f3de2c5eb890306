import { Checkbox, Group, Select, Textarea, TextInput } from '@mantine/core';
import { addDays, daysBetween } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { eventKindNames } from '#shared/events/eventKinds.ts';
import { AltTextField } from '#web/ui/files/AltTextField.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { PictureField } from '#web/ui/files/PictureField.tsx';
import type { EventFormType } from './eventValues.ts';

type EventFieldsProps = {
  form: EventFormType;
  /** Whose pictures may be chosen. */ club: ClubName;
  /** The begin is over and has to be confirmed. */ asksForPast: boolean;
};

const kinds = Object.entries(eventKindNames).map(([value, label]) => ({ value, label }));

/** What an event is, when and where. */
export function EventFields({ form, club, asksForPast }: EventFieldsProps) {
  const { values } = form;
  return (
    <>
      <TextInput label="Titel" required {...form.getInputProps('title')} />
      <Select label="Art" data={kinds} allowDeselect={false} {...form.getInputProps('kind')} />
      <Checkbox label="Ganztägig" {...form.getInputProps('isAllDay', { type: 'checkbox' })} />
      <Group grow align="flex-start">
        <Day form={form} field="startDate" label="Beginn" />
        {!values.isAllDay && <TextInput label="Uhrzeit" {...form.getInputProps('startTime')} />}
      </Group>
      {asksForPast && <Checkbox label="Der Termin liegt in der Vergangenheit" {...form.getInputProps('isInPast', { type: 'checkbox' })} />}
      <Group grow align="flex-start">
        <Day form={form} field="endDate" label="Ende" />
        {!values.isAllDay && <TextInput label="Uhrzeit des Endes" {...form.getInputProps('endTime')} />}
      </Group>
      <TextInput label="Ort" {...form.getInputProps('place')} />
      <Textarea label="Beschreibung" autosize minRows={2} {...form.getInputProps('description')} />
      <TextInput label="Kontakt" description="Sehen alle" {...form.getInputProps('contact')} />
      <PictureField label="Bild" club={club} folder="events" value={values.image} onChange={(path) => form.setFieldValue('image', path)} />
      {values.image !== '' && <AltTextField {...form.getInputProps('imageAlt')} />}
      <Checkbox label="Nur für Mitglieder" {...form.getInputProps('isMembersOnly', { type: 'checkbox' })} />
    </>
  );
}

type DayProps = { form: EventFormType; field: 'startDate' | 'endDate'; label: string };

/** A day; of an event of whole days, what is wrong with its beginning or end stands here, since there are no times. */
function Day({ form, field, label }: DayProps) {
  const time = field === 'startDate' ? 'startTime' : 'endTime';
  return (
    <DayField
      label={label}
      hasVisibleLabel
      value={form.values[field]}
      error={form.errors[field] ?? (form.values.isAllDay && form.errors[time])}
      path={form.errors[field] || !form.values.isAllDay ? field : time}
      onChange={(day) => day && form.setValues(field === 'startDate' ? begunOn(form.values, day) : { endDate: day })}
    />
  );
}

/** Another first day takes the last one along, so that it lasts as long as before. */
function begunOn({ startDate, endDate }: EventFormType['values'], day: string) {
  return { startDate: day, endDate: addDays(endDate, daysBetween(startDate, day)) };
}
