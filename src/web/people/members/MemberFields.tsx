import { Fieldset, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { genderNames } from '#shared/people/people.ts';
import { memberKinds } from '#shared/people/memberWords.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { PersonSearch } from '../parts/PersonSearch.tsx';
import type { MemberValues } from './memberValues.ts';

const genders = Object.entries(genderNames).map(([value, label]) => ({ value, label }));
const kinds = memberKinds.map(({ name, displayName }) => ({ value: name, label: displayName }));

type MemberFieldsProps = {
  form: UseFormReturnType<MemberValues>;
  club: ClubName;
  /** The current payer's name, if it is another person. */
  payer?: string;
  /** The form is opened to be filled in: the first field is ready for it, also if the form comes late. */ startsHere?: boolean;
  /** Shown below the name and the birth date. */ children?: ReactNode;
};

/** The fields of a person and their membership, shared by creation and editing. */
export function MemberFields({ form, club, payer = '', startsHere = false, children }: MemberFieldsProps) {
  const { payerPersonId } = form.values;
  const text = (name: keyof MemberValues, label: string) => <TextInput label={label} autoComplete="off" {...form.getInputProps(name)} />;
  return (
    <>
      <Fieldset legend="Person">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput
            label="Vorname"
            required
            autoComplete="off"
            {...(startsHere && { autoFocus: true, 'data-autofocus': true })}
            {...form.getInputProps('firstname')}
          />
          <TextInput label="Nachname" required autoComplete="off" {...form.getInputProps('lastname')} />
          <DayField label="Geburtsdatum" hasVisibleLabel max={today()} {...dayInput(form, 'birthDate')} />
          <Select label="Geschlecht" data={genders} allowDeselect={false} {...form.getInputProps('gender')} />
        </SimpleGrid>
      </Fieldset>
      {children}
      <Fieldset legend="Mitgliedschaft">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label="Mitgliedsnummer" required autoComplete="off" {...form.getInputProps('memberNo')} />
          <Select label="Art" data={kinds} allowDeselect={false} {...form.getInputProps('kind')} />
          <DayField label="Eintritt" hasVisibleLabel isRequired {...dayInput(form, 'joinedOn')} />
          {text('feeGroup', 'Beitragsgruppe')}
          <PersonSearch
            key={payer}
            club={club}
            label="Beitrag zahlt jemand anderes"
            chosen={payerPersonId && payer ? { id: payerPersonId, name: payer } : undefined}
            error={form.errors['payerPersonId']}
            onChoose={(id) => form.setFieldValue('payerPersonId', id)}
          />
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend="Anschrift und Erreichbarkeit">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {text('street', 'Straße')}
          {text('houseNo', 'Hausnummer')}
          {text('postcode', 'Postleitzahl')}
          {text('city', 'Ort')}
          <TextInput label="E-Mail" type="email" autoComplete="off" {...form.getInputProps('email')} />
          {text('phone', 'Telefon')}
          {text('mobile', 'Mobil')}
          {text('emergencyContactName', 'Notfallkontakt')}
          {text('emergencyContactPhone', 'Telefon des Notfallkontakts')}
        </SimpleGrid>
      </Fieldset>
    </>
  );
}
