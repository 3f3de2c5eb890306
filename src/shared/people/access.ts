import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id } from '#shared/kernel/fields.ts';
import { accessRelations, boardBases, familyRelations } from './accessWords.ts';

/** Validates a relation of an account to a person. */
export const accessRelation = z.enum(accessRelations);

/** Validates a relation that a person or a parent can choose. */
export const familyRelation = z.enum(familyRelations);

/** The evidence that the board records when it confirms an access. */
export const boardBasis = z.enum(boardBases).default('board').describe('The evidence on which the board bases its decision.');

/** An account that may act for a person, or has requested to. */
const accountAccess = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  relation: accessRelation,
  isVerified: z.boolean().describe("Whether the board confirmed the access; otherwise it rests on the account's own statement."),
  since: z.iso.datetime(),
});
export type AccountAccess = z.infer<typeof accountAccess>;

/** The board's preview before further accounts get access to a person's data. */
export const accessChoice = z.object({
  present: z.array(accountAccess).describe('Accounts whose access to the person is already confirmed.'),
  gaining: z
    .array(accountAccess)
    .describe('Accounts that would gain access. Only those that the board selects get it; the access of the others ends.'),
  proposed: z
    .array(id)
    .describe('The preselected accounts among `gaining`; empty if an access is already confirmed or the person is a member.'),
});
export type AccessChoice = z.infer<typeof accessChoice>;

/** The accounts of an `AccessChoice` to which the board grants access. */
export const allowedAccounts = z
  .array(id)
  .max(50)
  .default([])
  .describe('The accounts among `gaining` that get access; the access of all others among them ends.');

/** An access that the board must decide on: disputed, unconfirmed for a member's record, or ending at the person's 18th birthday. */
const accessTask = z.object({
  kind: z.enum(['suspended', 'claimed', 'ofAge']),
  personId: id,
  name: z.string(),
  birthDate: z.string().nullable(),
  memberId: id.nullable(),
  endsOn: z.string().nullable().describe('The 18th birthday of the person, when the access ends.'),
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
        'Suspended accesses, unconfirmed accesses to a member, and accesses that end at an 18th birthday within 60 days. At most 200.',
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
      description:
        'Confirms an access that the account claimed or that was suspended. Accounts that already act for the person are notified by mail.',
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
      description: 'Data entered by the account is kept.',
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
      description: 'Suspends the access immediately, until the board decides.',
      refuses: ['invalid-link', 'in-progress', 'key-reused'],
    },
  )
    .input(z.strictObject({ token }))
    .output(checkedAccess),
};
