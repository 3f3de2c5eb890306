import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { clubNames } from '#shared/kernel/clubs.ts';
import type { HelperListView } from '#shared/helpers/helperListShapes.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { fieldPath } from '#web/ui/forms/fieldPath.ts';
import type { ShiftValues } from './shiftValues.ts';

type ShiftFieldsProps = { form: UseFormReturnType<ShiftValues>; list: HelperListView };

/** A shift's task, its times, and the helpers it needs. */
export function ShiftFields({ form, list }: ShiftFieldsProps) {
  return (
    <>
      <TextInput label="Aufgabe" required {...form.getInputProps('task')} />
      <TextInput label="Bereich" placeholder="z. B. Essen, Aufbau" {...form.getInputProps('area')} />
      <DayField
        label="Tag"
        hasVisibleLabel
        isRequired
        value={form.values.day}
        min={list.startsOn}
        max={list.endsOn}
        error={form.errors['day']}
        path={fieldPath(form, 'day')}
        onChange={(day) => day && form.setFieldValue('day', day)}
      />
      <Group grow align="flex-start">
        <TimeField label="Von" {...form.getInputProps('startTime')} />
        <TimeField label="Bis" {...form.getInputProps('endTime')} />
      </Group>
      <NumberInput
        label="Gebraucht werden"
        min={1}
        max={500}
        suffix={form.values.needed === 1 ? ' Person' : ' Personen'}
        {...form.getInputProps('needed')}
      />
      <TextInput label="Ort" {...form.getInputProps('place')} />
      <Group grow align="flex-start">
        <NumberInput label="Ab Alter" min={6} max={99} {...numberOrNull(form, 'ageMin')} />
        <NumberInput
          label="Zählt Stunden"
          min={0}
          max={24}
          step={0.5}
          decimalSeparator=","
          placeholder="wie er dauert"
          {...numberOrNull(form, 'creditHours')}
        />
      </Group>
      <TextInput label="Ansprechperson" {...form.getInputProps('contact')} />
      <Select label="Zuständiger Verein" placeholder={list.club} clearable data={clubNames} {...form.getInputProps('responsibleClub')} />
      <TextInput label="Hinweis" {...form.getInputProps('note')} />
    </>
  );
}

function numberOrNull(form: ShiftFieldsProps['form'], field: 'ageMin' | 'creditHours') {
  const { value, onChange: _text, ...props } = form.getInputProps(field);
  return {
    ...props,
    value: value ?? '',
    onChange: (next: string | number) => form.setFieldValue(field, typeof next === 'number' ? next : null),
  };
}
