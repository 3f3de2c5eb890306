import { z } from 'zod';
import { personFieldNames } from './memberWords.ts';
import { accessChoice, accessRelation, allowedAccounts, boardBasis, familyRelation } from './access.ts';
import { accessBases } from './accessWords.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, version, localDate } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';

/** The account that is to act for a member, and its relation. */
export const linkInput = z.strictObject({
  email,
  relation: familyRelation,
  validUntil: z.union([z.literal(''), localDate]).default(''),
  basis: boardBasis,
});

/** The fields of two records to merge; of each field one value is kept. */
export const mergedFields = personFieldNames;

export type MergedField = keyof typeof mergedFields;
const mergedFieldNames = keysOf(mergedFields);

const candidate = z.object({
  id,
  fields: z.record(z.enum(mergedFieldNames), z.string()),
  memberNo: z.string().nullable().describe('The number of the current or last membership.'),
  participations: z.int(),
  accounts: z.int().describe('The number of accounts that may act for this person.'),
  version,
});
export type DuplicateCandidate = z.infer<typeof candidate>;

/** Two records that may be duplicates, and the reason. */
const duplicatePair = z.object({
  first: candidate,
  second: candidate,
  reason: z
    .enum(['same', 'similar', 'email'])
    .describe('same: same name and birth date; similar: similar name and same birth date; email: same name and email address.'),
  access: accessChoice,
});
export type DuplicatePair = z.infer<typeof duplicatePair>;

/** The accounts that may act for a member, and the family derived from them. */
const family = z.object({
  personId: id,
  accounts: z.array(
    z.object({
      userId: id,
      name: z.string(),
      email: z.string(),
      relation: accessRelation,
      state: z.enum(['claimed', 'verified', 'suspended']).describe('Only the board sees accesses that are not verified.'),
      basis: z.enum(accessBases),
      verifiedAt: z.iso.datetime().nullable(),
    }),
  ),
  relatives: z.array(
    z.object({
      personId: id,
      memberId: id.nullable(),
      name: z.string(),
      birthDate: z.string().nullable(),
      relation: z.enum(['parent', 'child', 'sibling']),
    }),
  ),
  payer: z.string().describe('The name of the payer if it is another person.'),
  account: z.string().describe('The masked bank account of the payer; empty without a mandate.'),
});
export type Family = z.infer<typeof family>;

const ofMember = z.strictObject({ id });

/** Duplicate records, and the family of a member. */
export const memberLinksContract = {
  duplicates: endpoint(
    { access: 'members.update', fresh: true, answerMs: 8000 },
    {
      method: 'GET',
      path: '/members/duplicates',
      summary: 'Mögliche doppelte Personen',
      description: 'At most 50 pairs, most likely first.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(duplicatePair)),
  merge: endpoint(
    { access: 'members.update', fresh: true, answerMs: 8000 },
    {
      method: 'POST',
      path: '/people/{id}/merge',
      summary: 'Zwei Personen zusammenführen',
      description:
        'Keeps the first person and moves all data of the second to it, except accesses: of the accounts that would gain access, only those in `allowed` get it.',
      refuses: ['already-member', 'already-registered', 'in-progress', 'key-reused'],
      example: { otherId: '9b1c7d52-7f53-4c1e-9a57-1c2d3e4f5a6b', version: 1, otherVersion: 1, taken: ['phone'] },
    },
  )
    .input(
      z.strictObject({
        id,
        otherId: id,
        version,
        otherVersion: version,
        taken: z.array(z.enum(mergedFieldNames)).max(20).describe('The fields whose values are taken from the second person.'),
        allowed: allowedAccounts,
      }),
    )
    .output(z.object({ personId: id })),
  keepApart: endpoint(
    { access: 'members.update' },
    {
      method: 'POST',
      path: '/people/{id}/distinct',
      summary: 'Zwei Personen sind verschieden',
      description: 'Excludes the pair from future proposals.',
      refuses: ['in-progress', 'key-reused'],
      example: { otherId: '9b1c7d52-7f53-4c1e-9a57-1c2d3e4f5a6b' },
    },
  )
    .input(z.strictObject({ id, otherId: id }))
    .output(z.strictObject({ ok: z.literal(true) })),
  family: endpoint(
    { access: 'members.read' },
    {
      method: 'GET',
      path: '/members/{id}/family',
      summary: 'Familie und Zugänge eines Mitglieds',
      description: 'For the board, the member and accounts that act for the member.',
    },
  )
    .input(ofMember)
    .output(family),
  link: endpoint(
    { access: 'personAccess.verify', fresh: true },
    {
      method: 'POST',
      path: '/members/{id}/family',
      summary: 'Einem Konto erlauben, für ein Mitglied zu handeln',
      refuses: ['already-registered', 'in-progress', 'key-reused'],
      example: { email: 'eltern@example.org', relation: 'guardian' },
    },
  )
    .input(linkInput.extend({ id }))
    .output(family),
  unlink: endpoint(
    { access: 'personAccess.end' },
    { method: 'DELETE', path: '/members/{id}/family/{userId}', summary: 'Die Erlaubnis eines Kontos beenden' },
  )
    .input(z.strictObject({ id, userId: id }))
    .output(family),
};
