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
  paidOn: localDate.optional().describe('Of "paid".'),
  method: z.enum(chargeMethods).exclude(['free']).optional().describe('Of "paid", where it differs, and of "method".'),
  dueOn: localDate.optional().describe('Of "dueOn".'),
  until: localDate.optional().describe('Of "defer".'),
  reason: line(200).default(''),
});
type Fields = z.infer<typeof fields>;

function check({ action, paidOn, method, dueOn, until, reason }: Fields, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (action === 'paid' && !paidOn) refuse('paidOn', 'Bitte den Tag angeben.');
  if (action === 'paid' && method === 'sepa') refuse('method', 'Lastschriften werden über ihren Lauf bezahlt.');
  if (action === 'dueOn' && !dueOn) refuse('dueOn', 'Bitte den Tag angeben.');
  if (action === 'method' && !method) refuse('method', 'Bitte die Zahlungsart angeben.');
  if (action === 'defer' && !until) refuse('until', 'Bitte den Tag angeben.');
  if (needsReason(action) && reason === '') refuse('reason', 'Bitte nennen Sie einen Grund.');
}

/** A change to many charges at once; checked by the form, too. */
export const chargeBatchChange = fields.superRefine(check);
export type ChargeBatchChange = z.infer<typeof chargeBatchChange>;
export type ChargeBatchInput = z.input<typeof chargeBatchChange>;

const selection = z.object({
  items: z.array(z.object({ id, version, restCents: cents })),
  count: z.int().describe('All that the filter finds; more than the items where they are too many.'),
});

const result = z.object({
  changed: z.array(item).describe('With the version that each has now.'),
  cents: cents.describe('What of these was open.'),
  left: z.array(z.object({ reason: z.string(), count: z.int() })).describe('What was left out, and why.'),
});
export type ChargeBatchResult = z.infer<typeof result>;

/** One thing done to many charges, over a whole filter. */
export const chargeBatchesContract = {
  select: endpoint(
    { access: 'charges.manage' },
    {
      method: 'GET',
      path: '/charges/selection',
      summary: 'Alle offenen Forderungen eines Filters auswählen',
      description: `Those that are asked for and not paid, the earliest due first, ${chargeBatchAtMost} at most.`,
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
        'For each payer all of them or none: what cannot be changed is left out with all that its payer owes of these, and told. Who pays gets one mail, and none of what is paid or cancelled.',
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
