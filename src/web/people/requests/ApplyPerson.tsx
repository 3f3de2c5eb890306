import { Fieldset, MultiSelect, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { memberKinds } from '#shared/people/memberWords.ts';
import { furtherChildrenAtMost } from '#shared/people/membershipApplications.ts';
import { genderAnswers } from '#shared/people/people.ts';
import { boot } from '#web/lib/boot.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import { emptyChild, type ApplicationValues } from './applicationValues.ts';

type PartProps = { form: UseFormReturnType<ApplicationValues> };

const genders = Object.entries(genderAnswers).map(([value, label]) => ({ value, label }));
const kinds = memberKinds.filter(({ name }) => name !== 'honorary').map(({ name, displayName }) => ({ value: name, label: displayName }));

/** The person who applies. */
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

/** Further children of the same parent: only the fields that differ. */
export function ApplyChildren({ form }: PartProps) {
  const departments = useDepartments();
  return (
    <Fieldset legend="Weitere Kinder" aria-label="Weitere Kinder">
      <Text size="sm" c="dimmed" mb="xs">
        Geschwister kommen in denselben Antrag. Anschrift, Konto und Beginn gelten für alle.
      </Text>
      <FieldRows
        rows={form.values.children}
        most={furtherChildrenAtMost}
        removeLabel={(number) => `Weiteres Kind ${number} entfernen`}
        addLabel="Kind hinzufügen"
        onRemove={(at) => form.removeListItem('children', at)}
        onAdd={() => form.insertListItem('children', emptyChild(form.values))}
      >
        {(_child, at) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" style={{ flex: 1 }}>
            <TextInput label="Vorname des Kindes" required autoComplete="off" {...form.getInputProps(`children.${at}.firstname`)} />
            <TextInput label="Nachname des Kindes" required autoComplete="off" {...form.getInputProps(`children.${at}.lastname`)} />
            <DayField
              label="Geburtsdatum des Kindes"
              hasVisibleLabel
              isRequired
              max={today()}
              {...dayInput(form, `children.${at}.birthDate`)}
            />
            <NativeSelect label="Geschlecht des Kindes" data={genders} {...form.getInputProps(`children.${at}.gender`)} />
            {departments.length > 0 && (
              <MultiSelect
                label="Abteilungen des Kindes"
                data={departments}
                clearable
                {...form.getInputProps(`children.${at}.departmentIds`)}
              />
            )}
          </SimpleGrid>
        )}
      </FieldRows>
    </Fieldset>
  );
}

function useDepartments() {
  const { data = [] } = useQuery(departmentsQuery(boot.club.name));
  return data.map(({ id, name }) => ({ value: id, label: name }));
}

/** The kind of membership and its beginning. */
export function ApplyMembership({ form }: PartProps) {
  const departments = useDepartments();
  return (
    <Fieldset legend="Mitgliedschaft">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NativeSelect label="Art" data={kinds} {...form.getInputProps('kind')} />
        <DayField label="Mitglied ab" hasVisibleLabel isRequired {...dayInput(form, 'joinsOn')} />
      </SimpleGrid>
      {departments.length > 0 && (
        <MultiSelect mt="sm" label="Abteilungen" data={departments} clearable {...form.getInputProps('departmentIds')} />
      )}
    </Fieldset>
  );
}
