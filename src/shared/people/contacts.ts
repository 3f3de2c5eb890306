import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { email, id, line, requiredLine, version } from '#shared/kernel/fields.ts';

/** The contact data of a person who is not a member, e.g. a paying grandmother; empty strings for unknown values. */
export const contactInput = z.strictObject({
  firstname: requiredLine(80),
  lastname: requiredLine(80),
  email: z.union([z.literal(''), email]).default(''),
  phone: line(40).default(''),
  street: line(120).default(''),
  houseNo: line(20).default(''),
  postcode: line(12).default(''),
  city: line(80).default(''),
});
export type ContactInput = z.output<typeof contactInput>;

const contact = contactInput.extend({
  id,
  memberId: id.nullable().describe('The membership, if the person is a member; their contact data is then changed in the member record.'),
  version,
});
export type Contact = z.infer<typeof contact>;

/** The contact data of persons who are not members. */
export const contactsContract = {
  read: endpoint(
    { access: 'members.update' },
    { method: 'GET', path: '/people/{id}/contact', summary: 'Wie jemand zu erreichen ist, der im Verein geführt wird' },
  )
    .input(z.strictObject({ id }))
    .output(contact),
  update: endpoint(
    { access: 'members.update' },
    {
      method: 'PUT',
      path: '/people/{id}/contact',
      summary: 'Name und Anschrift von jemandem ändern, der kein Mitglied ist',
      description: 'For persons who are not members, such as payers. Contact data of members is changed in the member record.',
      refuses: ['wrong-state'],
      example: {
        firstname: 'Gerda',
        lastname: 'Muster',
        street: 'Hauptstraße',
        houseNo: '1',
        postcode: '69226',
        city: 'Nußloch',
        version: 1,
      },
    },
  )
    .input(contactInput.extend({ id, version }))
    .output(contact),
};
