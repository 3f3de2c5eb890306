import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, line, version } from '#shared/kernel/fields.ts';
import { emergencyInput } from '../people.ts';

/** The decisions that a person must renew at 18 if they were made by parents; consents are renewed separately. */
export const ofAgeSubjects = ['contact', 'payment'] as const;

/** A person's contact data as confirmed by themselves. */
export const ofAgeContact = z.strictObject({
  email: z.union([z.literal(''), email]),
  mobile: emergencyInput.shape.phone,
  emergencyName: line(80),
  emergencyPhone: emergencyInput.shape.phone,
});

const ofAge = z.object({
  personId: id,
  club: clubName,
  name: z.string(),
  contact: ofAgeContact.extend({ version }).nullable().describe('How the club reaches the person so far; null once they have answered.'),
  payment: z
    .object({
      payer: z.string().describe('Who pays for the person; empty for the person itself.'),
      account: z
        .string()
        .describe('The own account by its last digits; empty where nothing is collected from one, or another person pays.'),
      accountHolder: z.string(),
    })
    .nullable()
    .describe('How the fees of a member are paid so far; null once they have answered, and for whoever is no member.'),
});
export type OfAge = z.infer<typeof ofAge>;

/** Renewal of parents' decisions by a person who has come of age. */
export const ofAgeContract = {
  mine: endpoint(
    { access: 'participants.read' },
    {
      method: 'GET',
      path: '/people/mine/of-age',
      summary: 'Was ich mit 18 selbst entscheide',
      description: 'Of one’s own records that were made under 18: what has not been answered yet.',
    },
  ).output(z.array(ofAge)),
  setContact: endpoint(
    { access: 'profile.update' },
    {
      method: 'PUT',
      path: '/people/mine/{id}/of-age/contact',
      summary: 'Mit 18: wie der Verein mich erreicht',
      refuses: ['wrong-state', 'conflict'],
      example: {
        email: 'lina@example.org',
        mobile: '0170 1234567',
        emergencyName: 'Eva Muster',
        emergencyPhone: '0171 1234567',
        version: 1,
      },
    },
  )
    .input(ofAgeContact.extend({ id, version }))
    .output(done),
  keepPayment: endpoint(
    { access: 'profile.update' },
    {
      method: 'POST',
      path: '/people/mine/{id}/of-age/payment',
      summary: 'Mit 18: so soll weiter bezahlt werden',
      description: 'Another account is asked for by a change request, which answers this as well.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
