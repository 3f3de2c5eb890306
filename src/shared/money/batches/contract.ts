import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, line, localDate, version } from '#shared/kernel/fields.ts';
import { listedCharges } from '../charges.ts';
import { chargeMethods } from '../chargeWords.ts';
import { chargeBatchActions, chargeBatchAtMost, needsReason } from './rules.ts';

const cents = z.int();
const item = z.strictObject({ id, version });

const fields = z.strictObject({
  action: z.enum(chargeBatchActions),
  paidOn: localDate.optional().describe('Required for `paid`: the day of the payment.'),
  method: z
    .enum(chargeMethods)
    .exclude(['free'])
    .optional()
    .describe('Required for `method`; for `paid` only if it differs from the charge.'),
  dueOn: localDate.optional().describe('Required for `dueOn`: the new due date.'),
  payerId: id.optional().describe('Required for `payer`: the person or organisation that pays from now on.'),
  until: localDate.optional().describe('Required for `defer`: the day of the deferral.'),
  reason: line(200).default(''),
});
type Fields = z.infer<typeof fields>;

function check({ action, paidOn, method, dueOn, payerId, until, reason }: Fields, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (action === 'paid' && !paidOn) refuse('paidOn', 'Bitte den Tag angeben.');
  if (action === 'paid' && method === 'sepa') refuse('method', 'Lastschriften werden über ihren Lauf bezahlt.');
  if (action === 'dueOn' && !dueOn) refuse('dueOn', 'Bitte den Tag angeben.');
  if (action === 'method' && !method) refuse('method', 'Bitte die Zahlungsart angeben.');
  if (action === 'payer' && !payerId) refuse('payerId', 'Bitte auswählen, wer zahlt.');
  if (action !== 'payer' && payerId) refuse('payerId', 'Der Zahler wird für sich geändert.');
  if (action === 'defer' && !until) refuse('until', 'Bitte den Tag angeben.');
  if (needsReason(action) && reason === '') refuse('reason', 'Bitte nennen Sie einen Grund.');
}

/** A change to many charges at once; also validated by the form. */
export const chargeBatchChange = fields.superRefine(check);
export type ChargeBatchChange = z.infer<typeof chargeBatchChange>;
export type ChargeBatchInput = z.input<typeof chargeBatchChange>;

const selection = z.object({
  items: z.array(z.object({ id, version, restCents: cents })),
  count: z.int().describe('The number of matching charges, which may exceed the number of items.'),
});

const result = z.object({
  changed: z.array(item).describe('The changed charges with their new versions.'),
  cents: cents.describe('The sum of their open amounts in cents.'),
  left: z.array(z.object({ reason: z.string(), count: z.int() })).describe('The number of charges that were skipped, by reason.'),
});
export type ChargeBatchResult = z.infer<typeof result>;

/** One action on many charges, selected by a filter. */
export const chargeBatchesContract = {
  select: endpoint(
    { access: 'charges.manage' },
    {
      method: 'GET',
      path: '/charges/selection',
      summary: 'Alle offenen Forderungen eines Filters auswählen',
      description: `Unpaid charges, earliest due date first; at most ${chargeBatchAtMost}.`,
    },
  )
    .input(z.strictObject(listedCharges))
    .output(selection),
  change: endpoint(
    { access: 'charges.manage', answerMs: 30_000 },
    {
      method: 'POST',
      path: '/charges/batch',
      summary: 'Viele Forderungen auf einmal ändern',
      description:
        'Applies to all selected charges of a payer or to none: if one cannot be changed, all charges of its payer are skipped and reported. Each payer gets one mail, except for the actions `paid` and `reopen`. With `payer`, charges are cancelled and made anew for the other payer.',
      refuses: ['period-closed', 'in-progress', 'key-reused'],
      example: {
        items: [{ id: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', version: 1 }],
        action: 'defer',
        until: '2027-03-01',
        reason: 'Hallensperrung',
      },
    },
  )
    .input(fields.extend({ items: z.array(item).min(1).max(chargeBatchAtMost) }).superRefine(check))
    .output(result),
};
