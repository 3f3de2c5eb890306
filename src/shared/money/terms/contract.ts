import { z } from 'zod';
import { listedCharge } from '../charges.ts';
import { chargeMethods } from '../chargeWords.ts';
import { installmentLimits } from './installments.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, localDate, requiredLine, version } from '#shared/kernel/fields.ts';

const item = { id, version };
const { least, most } = installmentLimits;
const howMany = `Bitte ${least} bis ${most} Raten.`;

/** The number of instalments and the day of the first; the others follow monthly. */
export const installmentsInput = z.strictObject({
  count: z.int(howMany).min(least, howMany).max(most, howMany),
  firstOn: localDate,
  reason: requiredLine(200),
});

/** Changes to an open charge; omitted fields stay. */
export const termsInput = z.strictObject({
  dueOn: localDate.optional(),
  method: z.enum(chargeMethods).exclude(['free']).optional(),
  payerId: id.optional(),
  reason: requiredLine(200),
});

const example = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';

/** How and when an open charge is paid, and by whom. */
export const termsContract = {
  split: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/charges/{id}/installments',
      summary: 'In Raten aufteilen',
      description:
        'Replaces the open amount of the charge by its installments, each a charge with its own reference. The payer gets a mail. An installment cannot be split again.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { count: 3, firstOn: '2027-01-15', reason: 'Nach Rücksprache', version: 1 },
    },
  )
    .input(installmentsInput.extend(item))
    .output(z.object({ whole: listedCharge, installments: z.array(listedCharge).describe('Earliest due date first.') })),
  join: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/charges/{id}/installments/reversal',
      summary: 'Raten zurücknehmen',
      description: 'Only while none of them is paid, collected or dunned: the charge is open again as before.',
      refuses: ['wrong-state'],
      example: { reason: 'Anders vereinbart', version: 2 },
    },
  )
    .input(z.strictObject({ ...item, reason: requiredLine(200) }))
    .output(listedCharge),
  change: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/charges/{id}/terms',
      summary: 'Fälligkeit, Zahlungsart oder Zahler ändern',
      description:
        'Not while a debit is pending. The payer can only be changed for untouched charges: the charge is cancelled and created again with another reference. The payers get a mail.',
      refuses: ['wrong-state'],
      example: { dueOn: '2027-02-01', reason: 'Auf Wunsch', version: 1, method: 'transfer', payerId: example },
    },
  )
    .input(termsInput.extend(item))
    .output(listedCharge),
};
