import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, requiredLine, version } from '#shared/kernel/fields.ts';
import { exceptionKinds, exceptionLayers, feeRhythms, memberMethods } from './feeWords.ts';

/** The agreement with one member about the collection of fees. */
export const feeTermsInput = z.strictObject({
  rhythm: z.enum(feeRhythms).nullable().describe('Null for the rhythm of the rule.'),
  method: z.enum(memberMethods).nullable().describe('Null for direct debit if there is a mandate, otherwise transfer.'),
  feesFrom: localDate.nullable().describe('The first day with fees; null for no fee-free period.'),
});
export type FeeTermsInput = z.output<typeof feeTermsInput>;

/** A fee for one member that deviates from the rules, with its reason. */
export const feeExceptionInput = z
  .strictObject({
    layer: z.enum(exceptionLayers),
    departmentId: id.nullable().default(null),
    kind: z.enum(exceptionKinds),
    cents: z.int().min(0).max(100_000_000).default(0).describe('The price that replaces that of the rule, in cents.'),
    percent: z.int().min(1).max(100).default(50).describe('The discount in percent.'),
    from: localDate,
    to: localDate.nullable().default(null),
    reason: requiredLine(200).min(3, 'Bitte einen Grund, der in der Beitragszeile stehen darf.'),
    proofUntil: localDate.nullable().default(null).describe('The exception applies only until this day; null without a proof.'),
  })
  .refine(({ layer, departmentId }) => (layer === 'department') === (departmentId !== null), {
    path: ['departmentId'],
    message: 'Bitte eine Abteilung wählen.',
  })
  .refine(({ from, to }) => to === null || to >= from, { path: ['to'], message: 'Der letzte Tag darf nicht vor dem ersten liegen.' });
export type FeeExceptionInput = z.output<typeof feeExceptionInput>;

const feeException = z.object({ ...feeExceptionInput.shape, id, version });
export type FeeExceptionView = z.infer<typeof feeException>;

const memberFees = z.object({
  club: clubName,
  isMember: z.boolean().describe('Only members have fees.'),
  terms: feeTermsInput.extend({ version: version.or(z.literal(0)).describe('0 if nothing is agreed yet.') }),
  exceptions: z.array(feeException),
  year: z.int(),
  lines: z.array(z.object({ slot: z.string(), label: z.string(), reason: z.string(), from: z.string(), to: z.string(), cents: z.int() })),
  faults: z.array(z.string()),
});
export type MemberFees = z.infer<typeof memberFees>;

/** The fees of one person this year, as the person and who acts for them see it. */
const ownFees = z.object({
  personId: id,
  name: z.string(),
  club: clubName,
  year: z.int(),
  lines: memberFees.shape.lines,
});
export type OwnFees = z.infer<typeof ownFees>;

const repeatable = ['in-progress', 'key-reused'] as const;
const person = z.strictObject({ id: id.describe('The id of the person.') });
const example = {
  layer: 'base',
  kind: 'percent',
  percent: 50,
  from: '2027-01-01',
  to: '2027-12-31',
  reason: 'Härtefall, Beschluss vom 03.11.',
};

/** The agreements about the fees of one member ("Beitrag und Zahlung"). */
export const memberFeesContract = {
  ofPerson: endpoint(
    { access: 'fees.manage' },
    {
      method: 'GET',
      path: '/people/{id}/fees',
      summary: 'Beiträge eines Mitglieds',
      description: 'The agreements, and the fees of this year according to the rules.',
    },
  )
    .input(person)
    .output(memberFees),
  mine: endpoint(
    { access: 'fees.read' },
    {
      method: 'GET',
      path: '/fees/mine',
      summary: 'Welche Beiträge dieses Jahr für mich und meine Kinder gelten, und warum',
      description: 'By the rules of the club; what is charged is in `charges.mine`. Without unconfirmed accesses.',
    },
  ).output(z.array(ownFees)),
  saveTerms: endpoint(
    { access: 'fees.manage' },
    {
      method: 'PUT',
      path: '/people/{id}/fee-terms',
      summary: 'Zahlweise eines Mitglieds festlegen',
      refuses: ['wrong-state'],
      example: { rhythm: 'quarter', method: null, feesFrom: null, version: 0 },
    },
  )
    .input(feeTermsInput.extend({ id, version: z.int().min(0) }))
    .output(memberFees),
  createException: endpoint(
    { access: 'fees.manage' },
    {
      method: 'POST',
      path: '/people/{id}/fee-exceptions',
      summary: 'Ausnahme vom Beitrag anlegen',
      refuses: ['wrong-state', ...repeatable],
      example,
    },
  )
    .input(feeExceptionInput.safeExtend({ id }))
    .output(memberFees),
  updateException: endpoint(
    { access: 'fees.manage' },
    { method: 'PUT', path: '/fee-exceptions/{id}', summary: 'Ausnahme vom Beitrag ändern', example: { ...example, version: 1 } },
  )
    .input(feeExceptionInput.safeExtend({ id, version }))
    .output(memberFees),
  deleteException: endpoint(
    { access: 'fees.manage' },
    {
      method: 'DELETE',
      path: '/fee-exceptions/{id}',
      summary: 'Ausnahme vom Beitrag löschen',
      description: 'Charges booked with the exception remain unchanged.',
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
