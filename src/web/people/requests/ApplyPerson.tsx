import { Fieldset, MultiSelect, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { memberKinds } from '#shared/people/memberWords.ts';
import { furtherChildrenAtMost } from '#shared/people/membershipApplications.ts';
import { genderAnswers } from '#shared/people/people.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import { emptyChild, type ApplicationValues } from './applicationValues.ts';

type PersonProps = { form: UseFormReturnType<ApplicationValues> };
type PartProps = PersonProps & { club: ClubName };

const genders = Object.entries(genderAnswers).map(([value, label]) => ({ value, label }));
const kinds = memberKinds.filter(({ name }) => name !== 'honorary').map(({ name, displayName }) => ({ value: name, label: displayName }));

/** The person who applies. */
export function ApplyPerson({ form }: PersonProps) {
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
export function ApplyChildren({ club, form }: PartProps) {
  const { departments } = useDepartments(club);
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

function useDepartments(club: ClubName) {
  const query = useQuery(departmentsQuery(club));
  return { query, departments: (query.data ?? []).map(({ id, name }) => ({ value: id, label: name })) };
}

/** The kind of membership and its beginning. */
export function ApplyMembership({ club, form }: PartProps) {
  const { query, departments } = useDepartments(club);
  return (
    <Fieldset legend="Mitgliedschaft">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NativeSelect label="Art" data={kinds} {...form.getInputProps('kind')} />
        <DayField label="Mitglied ab" hasVisibleLabel isRequired {...dayInput(form, 'joinsOn')} />
      </SimpleGrid>
      {!query.data && query.error !== null && <Loading query={query} />}
      {departments.length > 0 && (
        <MultiSelect mt="sm" label="Abteilungen" data={departments} clearable {...form.getInputProps('departmentIds')} />
      )}
    </Fieldset>
  );
}
