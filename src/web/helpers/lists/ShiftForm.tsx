import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import type { HelperListView, ShiftView } from '#shared/helpers/helperListShapes.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { FoundDraft } from '#web/ui/forms/FoundDraft.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useDraft } from '#web/ui/forms/useDraft.ts';
import { useListMutations } from './queries.ts';

type ShiftFormProps = { list: HelperListView; shift: ShiftView | undefined; onDone: () => void };

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const clockRefusal = 'Bitte eine Uhrzeit wie 18:30.';

/** Makes or changes a shift. One that ends at or before its beginning ends on the next day. */
export function ShiftForm({ list, shift, onDone }: ShiftFormProps) {
  const { addShift, updateShift, deleteShift } = useListMutations();
  const from = shift ? localOf(new Date(shift.startsAt)) : { date: list.startsOn, time: '10:00' };
  const form = useForm({
    initialValues: {
      area: shift?.area ?? '',
      task: shift?.task ?? '',
      place: shift?.place ?? '',
      startsAt: from.date,
      startTime: from.time,
      endsAt: shift ? localOf(new Date(shift.endsAt)).time : '12:00',
      needed: shift?.needed ?? 2,
      ageMin: shift?.ageMin ?? null,
      creditHours: shift?.creditMinutes === null || !shift ? null : shift.creditMinutes / 60,
      contact: shift?.contact ?? '',
      note: shift?.note ?? '',
      responsibleClub: shift?.responsibleClub ?? null,
    },
    validate: {
      task: (task) => (task.trim() ? null : 'Bitte ausfüllen.'),
      startTime: (time) => (clock.test(time) ? null : clockRefusal),
      endsAt: (time) => (clock.test(time) ? null : clockRefusal),
    },
  });
  const draft = useDraft(`duty.${shift?.id ?? `neu.${list.id}`}`, form);
  const { values } = form;
  const running = shift ? updateShift : addShift;
  const done = (words: string) => {
    draft.clear();
    notify(words);
    onDone();
  };
  const outcome = { onError: (error: unknown) => applyProblem(form, error), onSuccess: () => done('Der Dienst ist gespeichert.') };
  const submit = form.onSubmit(({ startsAt, startTime, endsAt, creditHours, ...rest }) => {
    const input = {
      ...rest,
      startsAt: instantOf(startsAt, startTime).toISOString(),
      endsAt: instantOf(endsAt > startTime ? startsAt : addDays(startsAt, 1), endsAt).toISOString(),
      creditMinutes: creditHours === null ? null : Math.round(creditHours * 60),
    };
    if (shift) updateShift.mutate({ ...input, id: shift.id, version: shift.version }, outcome);
    else addShift.mutate({ ...input, id: list.id }, outcome);
  }, focusFault(form));
  const numberOrNull = (field: 'ageMin' | 'creditHours') => ({
    value: values[field] ?? '',
    error: form.errors[field],
    onChange: (value: string | number) => form.setFieldValue(field, typeof value === 'number' ? value : null),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <FoundDraft draft={draft} form={form} />
        <TextInput label="Aufgabe" required {...form.getInputProps('task')} />
        <TextInput label="Bereich" placeholder="z. B. Essen, Aufbau" {...form.getInputProps('area')} />
        <DayField
          label="Tag"
          hasVisibleLabel
          isRequired
          value={values.startsAt}
          min={list.startsOn}
          max={list.endsOn}
          onChange={(day) => day && form.setFieldValue('startsAt', day)}
        />
        <Group grow align="flex-start">
          <TextInput label="Von" {...form.getInputProps('startTime')} />
          <TextInput label="Bis" {...form.getInputProps('endsAt')} />
        </Group>
        <NumberInput label="Gebraucht werden" min={1} max={500} suffix=" Personen" {...form.getInputProps('needed')} />
        <TextInput label="Ort" {...form.getInputProps('place')} />
        <Group grow align="flex-start">
          <NumberInput label="Ab Alter" min={6} max={99} {...numberOrNull('ageMin')} />
          <NumberInput
            label="Zählt Stunden"
            min={0}
            max={24}
            step={0.5}
            decimalSeparator=","
            placeholder="wie er dauert"
            {...numberOrNull('creditHours')}
          />
        </Group>
        <TextInput label="Ansprechperson" {...form.getInputProps('contact')} />
        <Select label="Zuständiger Verein" placeholder={list.club} clearable data={clubNames} {...form.getInputProps('responsibleClub')} />
        <TextInput label="Hinweis" {...form.getInputProps('note')} />
        <FormProblem error={running.error} fields={['task', 'area', 'needed', 'place', 'ageMin', 'contact', 'note', 'endsAt']} />
        <Group>
          <Button type="submit" loading={running.isPending}>
            Speichern
          </Button>
          {shift && (
            <Button
              variant="outline"
              color="red.9"
              onClick={() =>
                confirm({
                  title: 'Dienst löschen?',
                  text: `„${shift.task}“ wird von der Liste gestrichen.`,
                  action: 'Löschen',
                  onConfirm: () =>
                    deleteShift.mutate(shift.id, { onError: notifyProblem, onSuccess: () => done('Der Dienst ist gelöscht.') }),
                })
              }
            >
              Löschen
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
