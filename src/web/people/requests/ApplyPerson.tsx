import { Fieldset, MultiSelect, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { memberKinds } from '#shared/people/memberWords.ts';
import { genderAnswers } from '#shared/people/people.ts';
import { boot } from '#web/lib/boot.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import type { ApplicationValues } from './applicationValues.ts';

type PartProps = { form: UseFormReturnType<ApplicationValues> };

const genders = Object.entries(genderAnswers).map(([value, label]) => ({ value, label }));
const kinds = memberKinds.filter(({ name }) => name !== 'honorary').map(({ name, displayName }) => ({ value: name, label: displayName }));

/** Who is to become a member. */
export function ApplyPerson({ form }: PartProps) {
  return (
    <Fieldset legend={form.values.isForChild ? 'Ihr Kind' : 'Sie'}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput label="Vorname" required autoComplete="given-name" {...form.getInputProps('firstname')} />
        <TextInput label="Nachname" required autoComplete="family-name" {...form.getInputProps('lastname')} />
        <DayField
          label="Geburtsdatum"
          hasVisibleLabel
          isRequired
          max={today()}
          {...dayInput(form, 'birthDate')}
          error={form.errors['birthDate'] ?? form.errors['isForChild']}
        />
        <NativeSelect label="Geschlecht" data={genders} {...form.getInputProps('gender')} />
        <TextInput label="Straße" required autoComplete="address-line1" {...form.getInputProps('street')} />
        <TextInput label="Hausnummer" required autoComplete="off" {...form.getInputProps('houseNo')} />
        <TextInput label="Postleitzahl" required inputMode="numeric" autoComplete="postal-code" {...form.getInputProps('postcode')} />
        <TextInput label="Ort" required autoComplete="address-level2" {...form.getInputProps('city')} />
      </SimpleGrid>
    </Fieldset>
  );
}

/** Which kind of membership is wanted, and from when on. */
export function ApplyMembership({ form }: PartProps) {
  const { data: departments = [] } = useQuery(departmentsQuery(boot.club.name));
  return (
    <Fieldset legend="Mitgliedschaft">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NativeSelect label="Art" data={kinds} {...form.getInputProps('kind')} />
        <DayField label="Mitglied ab" hasVisibleLabel isRequired {...dayInput(form, 'joinsOn')} />
      </SimpleGrid>
      {departments.length > 0 && (
        <MultiSelect
          mt="sm"
          label="Abteilungen"
          data={departments.map(({ id, name }) => ({ value: id, label: name }))}
          clearable
          {...form.getInputProps('departmentIds')}
        />
      )}
    </Fieldset>
  );
}
