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
  contact: ofAgeContact.extend({ version }).nullable().describe('The current contact data; null once the person has answered.'),
  payment: z
    .object({
      payer: z.string().describe('The name of the payer; empty if the person pays for themselves.'),
      account: z.string().describe('The masked own bank account; empty if there is no direct debit, or another person pays.'),
      accountHolder: z.string(),
    })
    .nullable()
    .describe('How the membership fees are paid; null once the person has answered, and for persons who are not members.'),
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
      description: "Open decisions for the user's own records that were created before they turned 18.",
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
      description: 'To pay from another account, create a change request instead; it counts as an answer as well.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
