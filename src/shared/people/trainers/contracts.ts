import { z } from 'zod';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, version } from '#shared/kernel/fields.ts';

/** The legal bases of a trainer's payment. */
export const contractKinds = ['trainer', 'honorary', 'fee', 'minijob'] as const;
export type ContractKind = (typeof contractKinds)[number];

/** The German names of the legal bases, with their sections of the law. */
export const contractKindNames: { readonly [kind in ContractKind]: string } = {
  trainer: 'Übungsleitung (§ 3 Nr. 26 EStG)',
  honorary: 'Ehrenamt (§ 3 Nr. 26a EStG)',
  fee: 'Honorar',
  minijob: 'Minijob',
};

/** The last day on which a fee may be paid without social insurance if both parties agree (§ 127 SGB IV). */
export const jointConsentUntil = '2026-12-31';

/** A contract as entered by the board. */
export const contractInput = z
  .strictObject({
    kind: z.enum(contractKinds),
    validFrom: localDate,
    validTo: localDate.or(z.literal('')).default('').describe('The last day of validity; empty for unlimited.'),
    hasJointConsent: z
      .boolean()
      .default(false)
      .describe(`Only for \`fee\`: both parties agreed that no social insurance is due until ${jointConsentUntil} (section 127 SGB IV).`),
  })
  .refine(({ validFrom, validTo }) => validTo === '' || validTo >= validFrom, {
    path: ['validTo'],
    message: 'Das Ende liegt vor dem Beginn.',
  })
  .refine(({ kind, hasJointConsent }) => kind === 'fee' || !hasJointConsent, {
    path: ['hasJointConsent'],
    message: 'Das gibt es nur bei einem Honorar.',
  });

const contract = z.object({
  ...contractInput.shape,
  id,
  personId: id,
  centsPerHour: z
    .int()
    .nullable()
    .describe('The rate per hour of 60 minutes today, of the person or else of the club; null if there is none.'),
  version,
});
export type TrainerContract = z.infer<typeof contract>;

/** Whether a contract is valid on a day. */
export function holdsOn({ validFrom, validTo }: Pick<TrainerContract, 'validFrom' | 'validTo'>, day: LocalDate): boolean {
  return validFrom <= day && (validTo === '' || validTo >= day);
}

const example = { kind: 'trainer', validFrom: '2026-01-01', validTo: '', hasJointConsent: false };

/** The contracts of trainers. */
export const trainerContractsContract = {
  list: endpoint(
    { access: 'trainerFiles.manage' },
    {
      method: 'GET',
      path: '/trainer-contracts',
      summary: 'Verträge der Übungsleitenden',
      description: 'At most 2,000 contracts, latest first.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(contract)),
  mine: endpoint({ access: 'trainerFiles.readOwn' }, { method: 'GET', path: '/trainer-contracts/mine', summary: 'Eigene Verträge' }).output(
    z.array(contract),
  ),
  create: endpoint(
    { access: 'trainerFiles.manage' },
    {
      method: 'POST',
      path: '/people/{personId}/trainer-contracts',
      summary: 'Vertrag eintragen',
      description: 'Contracts of the same kind must not overlap.',
      refuses: ['in-progress', 'key-reused'],
      example,
    },
  )
    .input(contractInput.safeExtend({ personId: id }))
    .output(done),
  update: endpoint(
    { access: 'trainerFiles.manage' },
    { method: 'PUT', path: '/trainer-contracts/{id}', summary: 'Vertrag ändern', example: { ...example, version: 1 } },
  )
    .input(contractInput.safeExtend({ id, version }))
    .output(done),
  delete: endpoint({ access: 'trainerFiles.manage' }, { method: 'DELETE', path: '/trainer-contracts/{id}', summary: 'Vertrag löschen' })
    .input(z.strictObject({ id }))
    .output(done),
};
