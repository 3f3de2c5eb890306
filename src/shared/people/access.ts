import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id } from '#shared/kernel/fields.ts';

/** The relations that a person or a parent can choose; delegates are appointed by the board only. */
export const familyRelations = ['self', 'guardian'] as const;

/** The relations of an account to the person it acts for. */
export const accessRelations = [...familyRelations, 'delegate'] as const;

/** Validates a relation of an account to a person. */
export const accessRelation = z.enum(accessRelations);

/** Validates a relation that a person or a parent can choose. */
export const familyRelation = z.enum(familyRelations);

/** The German names of the relations. */
export const accessRelationNames = { self: 'Eigenes Konto', guardian: 'Elternteil', delegate: 'Beauftragt' } as const;

/** The evidence on which the board grants access to a person. Documents are inspected and returned; no copy is stored. */
export const boardBases = ['board', 'birthRecord', 'custody'] as const;

/**
 * The origin of an access: the account's own statement, a membership application, the board, merged records, or an
 * invitation by a parent.
 */
export const accessBases = ['own', 'application', ...boardBases, 'merge', 'invitation'] as const;

/** The German names of the origins of an access. */
export const accessBasisNames = {
  own: 'eigene Angabe',
  application: 'mit dem Aufnahmeantrag',
  board: 'dem Vorstand bekannt',
  birthRecord: 'Geburtsurkunde gesehen',
  custody: 'Sorgerechtsnachweis gesehen',
  merge: 'beim Zusammenführen bestätigt',
  invitation: 'eingeladen',
} as const satisfies { [basis in (typeof accessBases)[number]]: string };

/** The evidence that the board records when it confirms an access. */
export const boardBasis = z.enum(boardBases).default('board').describe('What the board goes by.');

/** An account that may act for a person, or has requested to. */
const accountAccess = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  relation: accessRelation,
  isVerified: z.boolean().describe('By the board; else it is what the account says of itself.'),
  since: z.iso.datetime(),
});
export type AccountAccess = z.infer<typeof accountAccess>;

/** The board's preview before further accounts get access to a person's data. */
export const accessChoice = z.object({
  present: z.array(accountAccess).describe('Who acts for the person already, by the word of the board.'),
  gaining: z
    .array(accountAccess)
    .describe('Who would see more than before. Only those that the board names get it; the access of the others ends.'),
  proposed: z
    .array(id)
    .describe('Of the gaining, who is ticked at first: nobody, where a guardian is confirmed or the person is a member.'),
});
export type AccessChoice = z.infer<typeof accessChoice>;

/** The accounts of an `AccessChoice` to which the board grants access. */
export const allowedAccounts = z
  .array(id)
  .max(50)
  .default([])
  .describe('Accounts that may act for the person from now on; the access of all others asked about ends.');

/** An access that the board must decide on: disputed, unconfirmed for a member's record, or ending at the person's 18th birthday. */
const accessTask = z.object({
  kind: z.enum(['suspended', 'claimed', 'ofAge']),
  personId: id,
  name: z.string(),
  birthDate: z.string().nullable(),
  memberId: id.nullable(),
  endsOn: z.string().nullable().describe('The 18th birthday.'),
  account: accountAccess,
});
export type AccessTask = z.infer<typeof accessTask>;

/** The data shown on the page linked from a mail. */
const checkedAccess = z.object({
  person: z.string(),
  account: z.string(),
  relation: accessRelation,
  since: z.iso.datetime(),
  state: z.enum(['open', 'suspended', 'ended']),
});
export type CheckedAccess = z.infer<typeof checkedAccess>;

const token = z.string().min(1).max(100);
const ofAccount = z.strictObject({ id, userId: id });

/** Accesses of accounts to persons: administration by the board, and the links in the mails about them. */
export const personAccessContract = {
  list: endpoint(
    { access: 'personAccess.list' },
    {
      method: 'GET',
      path: '/person-access',
      summary: 'Zugänge, über die der Vorstand entscheidet',
      description:
        'Held back on the word of somebody who was told of it, claimed of somebody who is a member, or ending at an 18th birthday within 60 days. At most 200.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(accessTask)),
  verify: endpoint(
    { access: 'personAccess.verify', fresh: true },
    {
      method: 'POST',
      path: '/people/{id}/access/{userId}/verify',
      summary: 'Einen Zugang bestätigen',
      description: 'One that the account said of itself, or that was held back. Those who act for the person already are told by mail.',
      example: { basis: 'birthRecord' },
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(ofAccount.extend({ basis: boardBasis }))
    .output(done),
  end: endpoint(
    { access: 'personAccess.end' },
    {
      method: 'DELETE',
      path: '/people/{id}/access/{userId}',
      summary: 'Einen Zugang beenden',
      description: 'What the account entered stays.',
    },
  )
    .input(ofAccount)
    .output(done),
  check: endpoint(
    { access: 'personAccess.suspend' },
    {
      method: 'GET',
      path: '/access/{token}',
      summary: 'Den Zugang ansehen, von dem eine Mail erzählt',
      refuses: ['invalid-link'],
    },
  )
    .input(z.strictObject({ token }))
    .output(checkedAccess),
  suspend: endpoint(
    { access: 'personAccess.suspend' },
    {
      method: 'POST',
      path: '/access/{token}/suspend',
      summary: 'Den Zugang sperren, von dem eine Mail erzählt',
      description: 'Holds it back at once, until the board has decided.',
      refuses: ['invalid-link', 'in-progress', 'key-reused'],
    },
  )
    .input(z.strictObject({ token }))
    .output(checkedAccess),
};
