import { Anchor, Group, Input, NativeSelect, NumberInput, Select, SimpleGrid, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { memberKinds } from '#shared/people/memberWords.ts';
import { pages } from '#shared/kernel/pages.ts';
import { genderNames } from '#shared/people/people.ts';
import type { MailValues } from './mailValues.ts';

type Named = { value: string; label: string };
export type Choices = {
  courses: readonly { id: string; title: string; number: string }[];
  departments: readonly { id: string; name: string }[];
  lists: readonly { id: string; title: string }[];
};
type AudienceFieldsProps = {
  form: UseFormReturnType<MailValues>;
  choices: Choices | undefined;
  /** Whether the course cannot be changed. */ isFixed?: boolean;
};

/** Selects the course, department or list; for members the filter. */
export function AudienceFields({ form, choices, isFixed = false }: AudienceFieldsProps) {
  const { values, errors } = form;
  const departments = (choices?.departments ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (values.kind === 'chosen')
    return <ChosenMembers count={values.memberIds.length} error={errors['audience.memberIds'] ?? errors['audience']} />;
  if (values.kind === 'members') return <MemberFilter form={form} departments={departments} />;
  const options: { readonly [kind in 'course' | 'department' | 'helpers']: Named[] } = {
    course: (choices?.courses ?? []).map(({ id, title, number }) => ({ value: id, label: `${title} (${number})` })),
    department: departments,
    helpers: (choices?.lists ?? []).map(({ id, title }) => ({ value: id, label: title })),
  };
  const labels = { course: 'Kurs', department: 'Abteilung', helpers: 'Helferliste' };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <Select
        label={labels[values.kind]}
        required
        searchable={!isFixed}
        readOnly={isFixed}
        placeholder="Bitte wählen"
        nothingFoundMessage="Nichts gefunden"
        data={options[values.kind]}
        {...form.getInputProps('id')}
        value={values.id || null}
        onChange={(id) => form.setValues({ id: id ?? '', who: values.who === 'chosen' ? 'placed' : values.who, personIds: [] })}
        error={errors['id'] ? 'Bitte wählen.' : errors['audience']}
      />
      {values.kind === 'course' && (
        <NativeSelect
          label="Wer"
          data={[
            ...(values.personIds.length > 0 ? [{ value: 'chosen', label: countOf(values.personIds) }] : []),
            { value: 'placed', label: 'Angemeldete' },
            { value: 'waiting', label: 'Warteliste' },
            { value: 'all', label: 'Angemeldete und Warteliste' },
          ]}
          {...form.getInputProps('who')}
          error={errors['audience.personIds']}
        />
      )}
    </SimpleGrid>
  );
}

function countOf({ length }: readonly string[]): string {
  return length === 1 ? 'Nur die ausgewählte Person' : `Nur die ${length} ausgewählten Personen`;
}

function ChosenMembers({ count, error }: { count: number; error: ReactNode }) {
  const { adminMembers } = pages;
  return (
    <Input.Wrapper error={error}>
      <Text size="sm">
        {count === 0 && 'Noch niemand ausgewählt. '}
        {count === 1 && '1 ausgewähltes Mitglied. '}
        {count > 1 && `${count} ausgewählte Mitglieder. `}
        <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to={adminMembers.path} />}>
          {count === 0 ? 'In der Mitgliederliste auswählen' : 'Neu auswählen'}
        </Anchor>
      </Text>
    </Input.Wrapper>
  );
}

function MemberFilter({ form, departments }: { form: UseFormReturnType<MailValues>; departments: Named[] }) {
  const age = (field: 'ageMin' | 'ageMax') => ({
    value: form.values[field] ?? '',
    onChange: (value: string | number) => form.setFieldValue(field, typeof value === 'number' ? value : null),
  });
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label="Mitgliedsart"
          placeholder="Alle"
          clearable
          data={memberKinds.map(({ name, displayName }) => ({ value: name, label: displayName }))}
          {...form.getInputProps('memberKind')}
        />
        <Select label="Abteilung" placeholder="Alle" clearable data={departments} {...form.getInputProps('departmentId')} />
      </Group>
      <Group grow align="flex-start">
        <Select
          label="Geschlecht"
          placeholder="Alle"
          clearable
          data={Object.entries(genderNames).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('gender')}
        />
        <NumberInput label="Alter von" min={0} max={120} {...age('ageMin')} error={form.errors['audience']} />
        <NumberInput label="Alter bis" min={0} max={120} {...age('ageMax')} error={form.errors['audience.ageMax']} />
      </Group>
    </>
  );
}
