import type { UseFormReturnType } from '@mantine/form';
import type { Organisation, OrganisationInput } from '#shared/halls/organisations.ts';

export type OrganisationFormType = UseFormReturnType<OrganisationInput>;

/** The values of an organisation, or of a new one. */
export function valuesOf(organisation?: Organisation): OrganisationInput {
  if (!organisation)
    return {
      name: '',
      kind: 'school',
      isLocal: true,
      isNonProfit: true,
      street: '',
      postcode: '',
      city: '',
      email: '',
      phone: '',
      priorityClass: null,
      note: '',
      contacts: [noContact()],
    };
  const { name, kind, isLocal, isNonProfit, street, postcode, city, email, phone, priorityClass, note, contacts } = organisation;
  return { name, kind, isLocal, isNonProfit, street, postcode, city, email, phone, priorityClass, note, contacts };
}

/** The values to send. A sponsor that only pays may have no contact, so empty contacts at the end are left out. */
export function sentOf(values: OrganisationInput): OrganisationInput {
  const last = values.contacts.findLastIndex(({ id, name, email, phone, function: task }) =>
    Boolean(id ?? (name || email || phone || task)),
  );
  return { ...values, contacts: values.contacts.slice(0, last + 1) };
}

/** An empty contact. */
export function noContact(): OrganisationInput['contacts'][number] {
  return { name: '', email: '', phone: '', function: '', maySign: true };
}
