import { Checkbox, Group, Select, Textarea, TextInput } from '@mantine/core';
import { addDays, daysBetween } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { eventKindNames } from '#shared/events/eventKinds.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { AltTextField } from '#web/ui/files/AltTextField.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { fieldPath } from '#web/ui/forms/fieldPath.ts';
import { PictureField } from '#web/ui/files/PictureField.tsx';
import type { EventFormType } from './eventValues.ts';

type EventFieldsProps = {
  form: EventFormType;
  /** The club whose pictures can be chosen. */ club: ClubName;
  /** The beginning is in the past and must be confirmed. */ asksForPast: boolean;
};

const kinds = Object.entries(eventKindNames).map(([value, label]) => ({ value, label }));

/** An event's description, time and location. */
export function EventFields({ form, club, asksForPast }: EventFieldsProps) {
  const { values } = form;
  return (
    <>
      <TextInput label="Titel" required {...form.getInputProps('title')} />
      <Select label="Art" data={kinds} allowDeselect={false} {...form.getInputProps('kind')} />
      <Checkbox label="Ganztägig" {...form.getInputProps('isAllDay', { type: 'checkbox' })} />
      <Group grow align="flex-start">
        <Day form={form} field="startDate" label="Beginn" />
        {!values.isAllDay && <TimeField label="Uhrzeit" {...form.getInputProps('startTime')} />}
      </Group>
      {asksForPast && <Checkbox label="Der Termin liegt in der Vergangenheit" {...form.getInputProps('isInPast', { type: 'checkbox' })} />}
      <Group grow align="flex-start">
        <Day form={form} field="endDate" label="Ende" />
        {!values.isAllDay && <TimeField label="Uhrzeit des Endes" {...form.getInputProps('endTime')} />}
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

/** A date; for an all-day event, which has no times, errors of its beginning or end are shown here. */
function Day({ form, field, label }: DayProps) {
  const time = field === 'startDate' ? 'startTime' : 'endTime';
  return (
    <DayField
      label={label}
      hasVisibleLabel
      value={form.values[field]}
      error={form.errors[field] ?? (form.values.isAllDay && form.errors[time])}
      path={fieldPath(form, form.errors[field] || !form.values.isAllDay ? field : time)}
      onChange={(day) => day && form.setValues(field === 'startDate' ? begunOn(form.values, day) : { endDate: day })}
    />
  );
}

/** Moving the first day moves the last one too, so that the duration stays. */
function begunOn({ startDate, endDate }: EventFormType['values'], day: string) {
  return { startDate: day, endDate: addDays(endDate, daysBetween(startDate, day)) };
}
