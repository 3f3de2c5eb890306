import { Button, Checkbox, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { may } from '#shared/kernel/rights.ts';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { hasFeature } from '#shared/kernel/clubs.ts';
import { eventStateNames, nextEventStates, type EventState, type EventView } from '#shared/events/events.ts';
import { eventKindNames, type EventKind } from '#shared/events/eventKinds.ts';
import type { User } from '#shared/kernel/user.ts';
import { boot } from '#web/lib/boot.ts';
import { today } from '#web/lib/berlinDay.ts';
import { AltTextField } from '#web/ui/files/AltTextField.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PictureField } from '#web/ui/files/PictureField.tsx';
import { useEventMutations } from './queries.ts';
import { RegistrationFields, registrationInput, registrationValues } from './RegistrationFields.tsx';

const kinds = Object.entries(eventKindNames).map(([value, label]) => ({ value, label }));
const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const verbs: { readonly [state in EventState]: string } = {
  draft: 'Zurück zum Entwurf',
  published: 'Veröffentlichen',
  held: 'Hat stattgefunden',
  cancelled: 'Absagen',
  archived: 'Archivieren',
};

/** Makes or changes a date; its state goes on step by step. */
export function EventForm({ event, viewer, onDone }: { event: EventView | undefined; viewer: User; onDone: () => void }) {
  const { create, update, setState, remove } = useEventMutations();
  const from = event ? localOf(new Date(event.startsAt)) : { date: today(), time: '10:00' };
  const to = event ? localOf(new Date(event.isAllDay ? Date.parse(event.endsAt) - 1 : event.endsAt)) : { date: today(), time: '12:00' };
  const form = useForm({
    initialValues: {
      title: event?.title ?? '',
      kind: event?.kind ?? ('other' as EventKind),
      startDate: from.date,
      startTime: from.time,
      endDate: to.date,
      endTime: event?.isAllDay ? '12:00' : to.time,
      isAllDay: event?.isAllDay ?? false,
      place: event?.place ?? '',
      description: event?.description ?? '',
      contact: event?.contact ?? '',
      image: event?.image ?? '',
      imageAlt: event?.imageAlt ?? '',
      isMembersOnly: event?.isMembersOnly ?? false,
      ...registrationValues(event),
    },
    validate: {
      startTime: (time) => (clock.test(time) ? null : 'Bitte eine Uhrzeit wie 18:30.'),
      endTime: (time) => (clock.test(time) ? null : 'Bitte eine Uhrzeit wie 18:30.'),
    },
  });
  const { values } = form;
  const running = event ? update : create;
  const settle = { onSuccess: () => done('Der Termin ist gespeichert.'), onError: (error: unknown) => applyProblem(form, error) };
  const done = (words: string) => {
    notify(words);
    onDone();
  };
  const submit = form.onSubmit((all) => {
    const { startDate, startTime, endDate, endTime, title, kind, isAllDay, place, description, contact, image, imageAlt, isMembersOnly } =
      all;
    const startsAt = instantOf(startDate, isAllDay ? '00:00' : startTime).toISOString();
    const endsAt = (isAllDay ? instantOf(addDays(endDate, 1), '00:00') : instantOf(endDate, endTime)).toISOString();
    const input = {
      title,
      kind,
      isAllDay,
      place,
      description,
      contact,
      image,
      imageAlt,
      isMembersOnly,
      startsAt,
      endsAt,
      ...registrationInput(all, startsAt),
    };
    if (event) update.mutate({ ...input, facilityId: event.facilityId, id: event.id, version: event.version }, settle);
    else create.mutate(input, settle);
  });
  const mayDelete = event && Boolean(may({ role: viewer.role.name }, 'events.delete', 'club'));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {event && <Text size="sm">Stand: {eventStateNames[event.state]}</Text>}
        <TextInput label="Titel" required {...form.getInputProps('title')} />
        <Select label="Art" data={kinds} allowDeselect={false} {...form.getInputProps('kind')} />
        <Checkbox label="Ganztägig" {...form.getInputProps('isAllDay', { type: 'checkbox' })} />
        <Group grow align="flex-start">
          <DayField
            label="Beginn"
            hasVisibleLabel
            value={values.startDate}
            onChange={(day) => day && form.setFieldValue('startDate', day)}
          />
          {!values.isAllDay && <TextInput label="Uhrzeit" {...form.getInputProps('startTime')} />}
        </Group>
        <Group grow align="flex-start">
          <DayField label="Ende" hasVisibleLabel value={values.endDate} onChange={(day) => day && form.setFieldValue('endDate', day)} />
          {!values.isAllDay && <TextInput label="Uhrzeit des Endes" {...form.getInputProps('endTime')} />}
        </Group>
        <TextInput label="Ort" {...form.getInputProps('place')} />
        <Textarea label="Beschreibung" autosize minRows={2} {...form.getInputProps('description')} />
        <TextInput label="Kontakt" description="Sehen alle" {...form.getInputProps('contact')} />
        <PictureField
          label="Bild"
          club={event?.club ?? viewer.club.name}
          folder="events"
          value={values.image}
          onChange={(path) => form.setFieldValue('image', path)}
        />
        {values.image !== '' && <AltTextField {...form.getInputProps('imageAlt')} />}
        <Checkbox label="Nur für Mitglieder" {...form.getInputProps('isMembersOnly', { type: 'checkbox' })} />
        {hasFeature(boot.club, 'participations') && <RegistrationFields form={form} />}
        <FormProblem error={running.error} fields={[...Object.keys(values), 'opensAt', 'closesAt', 'cancelUntil', 'priceCents']} />
        <Group>
          <Button type="submit" loading={running.isPending}>
            Speichern
          </Button>
          {event &&
            nextEventStates[event.state].map((state) => (
              <Button
                key={state}
                variant="default"
                onClick={() =>
                  setState.mutate(
                    { id: event.id, state, version: event.version },
                    { onSuccess: () => done(`${eventStateNames[state]}.`), onError: notifyProblem },
                  )
                }
              >
                {verbs[state]}
              </Button>
            ))}
          {mayDelete && (
            <Button
              variant="outline"
              color="red.9"
              onClick={() => remove.mutate(event.id, { onSuccess: () => done('Der Termin ist gelöscht.'), onError: notifyProblem })}
            >
              Löschen
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
