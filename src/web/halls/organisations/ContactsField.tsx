import { Checkbox, TextInput } from '@mantine/core';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import { noContact, type OrganisationFormType } from './organisationValues.ts';

/** The contacts of the organisation, who receive its mails. */
export function ContactsField({ form }: { form: OrganisationFormType }) {
  return (
    <FieldGroup legend="Ansprechpersonen">
      <FieldRows
        rows={form.values.contacts}
        removeLabel={(number) => `Ansprechperson ${number} entfernen`}
        addLabel="Ansprechperson hinzufügen"
        onRemove={(index) => form.removeListItem('contacts', index)}
        onAdd={() => form.insertListItem('contacts', noContact())}
      >
        {(_contact, index) => (
          <>
            <TextInput label="Name" required maxLength={120} flex="1 1 11rem" {...form.getInputProps(`contacts.${index}.name`)} />
            <TextInput
              label="E-Mail"
              type="email"
              required
              maxLength={254}
              flex="1 1 13rem"
              {...form.getInputProps(`contacts.${index}.email`)}
            />
            <TextInput label="Telefon" type="tel" maxLength={40} flex="1 1 8rem" {...form.getInputProps(`contacts.${index}.phone`)} />
            <TextInput label="Aufgabe" maxLength={80} flex="1 1 8rem" {...form.getInputProps(`contacts.${index}.function`)} />
            <Checkbox
              label="Spricht für die Organisation"
              mt={24}
              {...form.getInputProps(`contacts.${index}.maySign`, { type: 'checkbox' })}
            />
          </>
        )}
      </FieldRows>
    </FieldGroup>
  );
}
