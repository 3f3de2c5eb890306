import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from './organisations.module.css';
import { noContact, type OrganisationFormType } from './organisationValues.ts';

/** Who speaks for the organisation, and whom mails reach. */
export function ContactsField({ form }: { form: OrganisationFormType }) {
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>Ansprechpersonen</legend>
      <ul className={classes['rows']}>
        {form.values.contacts.map((_contact, index) => (
          // The rows are sent as a whole; a new one has no identity yet.
          <li key={index} className={classes['row']}>
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
              mt={30}
              {...form.getInputProps(`contacts.${index}.maySign`, { type: 'checkbox' })}
            />
            <ActionIcon
              variant="default"
              size="lg"
              mt={24}
              aria-label={`Ansprechperson ${index + 1} entfernen`}
              onClick={() => form.removeListItem('contacts', index)}
            >
              <Icon name="trash" size={18} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        mt="xs"
        variant="default"
        leftSection={<Icon name="plus" size={18} />}
        onClick={() => form.insertListItem('contacts', noContact())}
      >
        Ansprechperson hinzufügen
      </Button>
    </fieldset>
  );
}
