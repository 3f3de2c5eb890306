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

/** An empty contact. */
export function noContact(): OrganisationInput['contacts'][number] {
  return { name: '', email: '', phone: '', function: '', maySign: true };
}
