import type { UseFormReturnType } from '@mantine/form';
import type { Organisation, OrganisationInput } from '#shared/halls/organisations.ts';

export type OrganisationFormType = UseFormReturnType<OrganisationInput>;

/** The fields of the form; without an organisation those of a new one. */
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

/** A contact that is yet to be filled in. */
export function noContact(): OrganisationInput['contacts'][number] {
  return { name: '', email: '', phone: '', function: '', maySign: true };
}
