import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, requiredLine, typedPassword } from '#shared/kernel/fields.ts';
import { accessRelation, familyRelation } from './access.ts';

/** The validity of an invitation link in days. */
export const invitationDays = 14;

/** An invitation to act for a person, sent to an e-mail address. */
export const invitationInput = z.strictObject({ email, relation: familyRelation });

/** The accounts that may act for a person, and the open invitations. */
const sharedAccess = z.object({
  accounts: z.array(z.object({ name: z.string(), relation: accessRelation, isMe: z.boolean() })),
  invitations: z.array(z.object({ id, email: z.string(), relation: familyRelation, expiresAt: z.iso.datetime() })),
  relations: z
    .array(familyRelation)
    .describe('As what somebody can be invited, by the age of the person: parents for a child, the person with an own account from 16.'),
});
export type SharedAccess = z.infer<typeof sharedAccess>;

/** The data shown on the page of an invitation. */
const shownInvitation = z.object({
  person: z.string(),
  club: clubName,
  invitedBy: z.string(),
  relation: familyRelation,
  email: z.string().describe('The invited address; only an account with this address can accept.'),
  accountName: z
    .string()
    .nullable()
    .describe('The name of the account that can be created here; empty if its owner enters it; null if the address has an account.'),
  state: z.enum(['open', 'accepted', 'over']),
});
export type ShownInvitation = z.infer<typeof shownInvitation>;

/** The name that an invited person enters for the new account. */
const typedName = z.strictObject({ firstname: requiredLine(80), lastname: requiredLine(80) });

const token = z.string().min(20).max(100);

/** Invitations by mail to act for a person, sent by a parent or the board to a second parent or the young adult. */
export const invitationsContract = {
  list: endpoint(
    { access: 'personAccess.invite' },
    {
      method: 'GET',
      path: '/people/{id}/invitations',
      summary: 'Wer für eine Person handeln darf, und wer eingeladen ist',
      description: 'For the parents and the board.',
    },
  )
    .input(z.strictObject({ id }))
    .output(sharedAccess),
  create: endpoint(
    { access: 'personAccess.invite', fresh: true },
    {
      method: 'POST',
      path: '/people/{id}/invitations',
      summary: 'Jemanden einladen, für eine Person zu handeln',
      description: 'Sends a link to the address. A second invitation of the same address replaces the first.',
      refuses: ['already-registered', 'in-progress', 'key-reused'],
      example: { email: 'ben@example.org', relation: 'guardian' },
    },
  )
    .input(invitationInput.extend({ id }))
    .output(sharedAccess),
  withdraw: endpoint(
    { access: 'personAccess.invite' },
    { method: 'DELETE', path: '/invitations/{id}', summary: 'Eine Einladung zurückziehen' },
  )
    .input(z.strictObject({ id }))
    .output(done),
  read: endpoint(
    { access: 'personAccess.readInvitation' },
    { method: 'GET', path: '/access-invitations/{token}', summary: 'Eine Einladung ansehen', refuses: ['invalid-link'] },
  )
    .input(z.strictObject({ token }))
    .output(shownInvitation),
  openAccount: endpoint(
    { access: 'personAccess.readInvitation' },
    {
      method: 'POST',
      path: '/access-invitations/{token}/account',
      summary: 'Mit einem Passwort ein Konto anlegen und die Einladung annehmen',
      description:
        'The link in the mail proves the address. Creates the account of the invited address, accepts the invitation and signs the user in. A name is only taken if none is known.',
      refuses: ['invalid-link', 'wrong-state', 'weak-password', 'email-already-in-use'],
      example: { password: 'sieben-bunte-Baelle' },
    },
  )
    .input(z.strictObject({ token, password: typedPassword, name: typedName.optional() }))
    .output(done),
  accept: endpoint(
    { access: 'personAccess.acceptInvitation' },
    {
      method: 'POST',
      path: '/access-invitations/{token}/acceptance',
      summary: 'Eine Einladung annehmen',
      description: 'Requires an account with the invited address. Accounts that already act for the person are notified.',
      refuses: ['invalid-link', 'wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(z.strictObject({ token }))
    .output(done),
};
