import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, requiredLine, version } from '#shared/kernel/fields.ts';

/** The period of a member in a family. */
const stay = z
  .strictObject({ personId: id.describe('The person id of the member.'), from: localDate, to: localDate.nullable().default(null) })
  .refine(({ from, to }) => to === null || to >= from, { path: ['to'], message: 'Der letzte Tag darf nicht vor dem ersten liegen.' });

const family = {
  name: requiredLine(80),
  payerPersonId: id.describe('The payer, who need not be a member.'),
  members: z.array(stay).min(1, 'Bitte mindestens ein Mitglied.').max(20),
};

/** Members who pay together. */
export const feeFamilyInput = z.strictObject(family);
export type FeeFamilyInput = z.output<typeof feeFamilyInput>;

const feeFamily = z.object({
  id,
  club: clubName,
  name: z.string(),
  payerPersonId: id,
  payer: z.string(),
  members: z.array(z.object({ personId: id, name: z.string(), from: z.string(), to: z.string().nullable() })),
  version,
});
export type FeeFamilyView = z.infer<typeof feeFamily>;

const proposal = z.object({
  basis: z.enum(['payer', 'address']),
  name: z.string(),
  payerPersonId: id,
  payer: z.string(),
  members: z.array(z.object({ personId: id, name: z.string() })),
});
export type FamilyProposal = z.infer<typeof proposal>;

const club = clubName.optional();
const repeatable = ['in-progress', 'key-reused'] as const;
const someone = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';
const example = { name: 'Yilmaz', payerPersonId: someone, members: [{ personId: someone, from: '2027-01-01', to: null }] };

/** Families (/admin/money/fees, "Familien"): who pays together, and the payer. */
export const feeFamiliesContract = {
  list: endpoint(
    { access: 'fees.manage' },
    { method: 'GET', path: '/fee-families', summary: 'Familien', description: 'Sorted by name, ended families last; at most 500.' },
  )
    .input(
      z.strictObject({
        club,
        search: line(100).optional().describe('Matches a part of the name of the family, of a member or of the payer.'),
      }),
    )
    .output(z.object({ rows: z.array(feeFamily), total: z.int() })),
  proposals: endpoint(
    { access: 'fees.manage' },
    {
      method: 'GET',
      path: '/fee-families/proposals',
      summary: 'Wer eine Familie sein könnte',
      description: 'Current members without a family who share a payer, or a name and an address. At most 200.',
    },
  )
    .input(z.strictObject({ club }))
    .output(z.array(proposal)),
  create: endpoint(
    { access: 'fees.manage' },
    {
      method: 'POST',
      path: '/fee-families',
      summary: 'Familien anlegen',
      description: 'Creates all or none.',
      refuses: repeatable,
      example: { families: [example] },
    },
  )
    .input(z.strictObject({ club, families: z.array(feeFamilyInput).min(1).max(200) }))
    .output(z.object({ made: z.int() })),
  update: endpoint(
    { access: 'fees.manage' },
    { method: 'PUT', path: '/fee-families/{id}', summary: 'Familie ändern', example: { ...example, version: 1 } },
  )
    .input(z.strictObject({ ...family, id, version }))
    .output(feeFamily),
  takePayer: endpoint(
    { access: 'fees.manage' },
    {
      method: 'PUT',
      path: '/fee-families/{id}/payer',
      summary: 'Jemand anderes zahlt für eine Familie',
      description: 'Applies to all present members and to later charges.',
      example: { payerPersonId: someone, version: 1 },
    },
  )
    .input(z.strictObject({ id, payerPersonId: id, version }))
    .output(feeFamily),
  keepPayer: endpoint(
    { access: 'fees.manage' },
    {
      method: 'PUT',
      path: '/fee-payers/{payerId}/kept',
      summary: 'Wer ausgetreten ist, zahlt weiter',
      description: 'Only for a payer who has left and is alive. A later leaving asks again.',
      refuses: ['conflict', 'wrong-state'],
      example: { leftOn: '2026-06-30', isKept: true },
    },
  )
    .input(z.strictObject({ payerId: id, leftOn: localDate.describe('The last day in the club, as shown.'), isKept: z.boolean() }))
    .output(done),
  delete: endpoint(
    { access: 'fees.manage' },
    { method: 'DELETE', path: '/fee-families/{id}', summary: 'Familie löschen', description: 'Existing charges remain unchanged.' },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
