import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, requiredLine } from '#shared/kernel/fields.ts';
import { listedCharge } from './charges.ts';
import { paymentKinds, receivedKinds } from './paymentWords.ts';

const cents = z.int();

/** A line of an account statement: charged, paid, and the balance after it. */
const accountEntry = z.object({
  day: z.string(),
  label: z.string(),
  kind: z.enum(paymentKinds).nullable().describe('The kind of a payment; null for a charge.'),
  chargedCents: cents.describe('Soll: the amount added to the debt.'),
  paidCents: cents.describe('Haben: the amount deducted from the debt.'),
  balanceCents: cents.describe('Saldo: the debt afterwards; negative for credit of the payer.'),
  paymentId: id.nullable(),
  mayReverse: z.boolean(),
});
export type AccountEntry = z.infer<typeof accountEntry>;

const account = z.object({
  payerId: id.describe('A person or an organisation.'),
  isOrganisation: z.boolean().describe('Whether it is an organisation, which has no mandate and no account to sign in with.'),
  name: z.string(),
  reference: z.string().describe('The reference for transferring all open amounts at once.'),
  openCents: cents,
  overdueCents: cents,
  creditCents: cents.describe('The unallocated credit.'),
  mandate: z.string().nullable().describe('The account for direct debits, masked.'),
  stop: z
    .object({ reason: z.string(), until: z.string().nullable() })
    .nullable()
    .describe('The reason of the dunning stop; null if there is none.'),
  mayRemind: z.boolean(),
  whyNot: z.string().describe('The reason why the payer cannot be reminded although something is overdue; otherwise empty.'),
  address: z.array(z.string()).describe('The lines of the address for a letter; empty if unknown.'),
  mailTo: z.string().nullable().describe('The email address for mails to the payer; null if there is none, or the payer is a child.'),
  charges: z.array(listedCharge).describe('The open charges, earliest due date first.'),
  entries: z.array(accountEntry).describe('In chronological order.'),
  isCut: z.boolean().describe('Whether older entries are left out; the balance includes them.'),
});
export type PayerAccount = z.infer<typeof account>;

const amount = z.int().min(1, 'Bitte einen Betrag über 0.').max(100_000_000, 'Höchstens 1.000.000,00 €.');

/** A payment entered by hand, with its charges; without them it pays the oldest due ones. */
export const paymentInput = z.strictObject({
  payerId: id,
  cents: amount,
  bookedOn: localDate,
  kind: z.enum(receivedKinds).default('transfer'),
  note: line(200).default(''),
  shares: z
    .array(z.strictObject({ chargeId: id, cents: amount }))
    .max(200)
    .optional()
    .describe('The allocation to charges; the rest is credit.'),
});

/** The reversal of a payment, with its reason. */
export const reversalInput = z.strictObject({ id, reason: requiredLine(200) });
const payoutInput = z.strictObject({
  payerId: id,
  cents: amount,
  bookedOn: localDate,
  inCash: z.boolean().default(false).describe('Whether it was paid from the cash box; otherwise from the account.'),
  note: line(200).default(''),
});

const example = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';

/** Accounts of payers: charges, payments and credit. */
export const paymentsContract = {
  ownCredit: endpoint(
    { access: 'charges.read' },
    { method: 'GET', path: '/payments/credit', summary: 'Mein Guthaben bei jedem Verein' },
  ).output(z.array(z.object({ club: clubName, cents: z.int().describe('The unallocated credit.') }))),
  paidYears: endpoint(
    { access: 'charges.read' },
    {
      method: 'GET',
      path: '/payments/years',
      summary: 'In welchen Jahren meine Familie gezahlt hat',
      description: 'By club, latest first, less refunds; what an office paid is not included.',
    },
  ).output(z.array(z.object({ club: clubName, year: z.int(), cents }))),
  paidFile: endpoint(
    { access: 'charges.read' },
    { method: 'GET', path: '/payments/years/{year}', summary: 'Was meine Familie in einem Jahr gezahlt hat, als PDF wie ein Brief' },
  )
    .input(z.strictObject({ year: z.coerce.number().int().min(2000).max(2199), club: clubName }))
    .output(z.file()),
  account: endpoint(
    { access: 'charges.manage' },
    { method: 'GET', path: '/accounts/{payerId}', summary: 'Konto eines Zahlers: offen, Guthaben, Soll und Haben' },
  )
    .input(z.strictObject({ payerId: id }))
    .output(account),
  create: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/payments',
      summary: 'Zahlung erfassen',
      description: 'The rest of a partly paid charge stays open; the excess of a payment is credit.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { payerId: example, cents: 5000, bookedOn: '2026-11-20', kind: 'cash' },
    },
  )
    .input(paymentInput)
    .output(account),
  reverse: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/payments/{id}/reversal',
      summary: 'Zahlung zurücknehmen',
      description: "Adds a counter-entry with today's date; its charges are open again.",
      refuses: ['wrong-state'],
      example: { reason: 'Falsches Konto' },
    },
  )
    .input(reversalInput)
    .output(account),
  spendCredit: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/accounts/{payerId}/credit',
      summary: 'Guthaben mit offenen Forderungen verrechnen',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: {},
    },
  )
    .input(z.strictObject({ payerId: id }))
    .output(account),
  statementFile: endpoint(
    { access: 'charges.manage' },
    { method: 'GET', path: '/accounts/{payerId}/statements/{year}', summary: 'Kontoauszug eines Jahres als PDF, wie ein Brief' },
  )
    .input(z.strictObject({ payerId: id, year: z.coerce.number().int().min(2000).max(2199) }))
    .output(z.file()),
  sendStatement: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/accounts/{payerId}/statements',
      summary: 'Kontoauszug eines Jahres per E-Mail senden',
      description: 'Sent to the payer as a PDF, never to a child; at most once a day.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { year: 2026 },
    },
  )
    .input(z.strictObject({ payerId: id, year: z.int().min(2000).max(2199) }))
    .output(z.object({ email: z.string() })),
  remind: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/accounts/{payerId}/reminders',
      summary: 'An überfällige Zahlungen erinnern',
      description: 'One mail with the open amounts of all overdue charges; at most every ten days, never to a child.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: {},
    },
  )
    .input(z.strictObject({ payerId: id }))
    .output(account),
  payOut: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/accounts/{payerId}/payouts',
      summary: 'Guthaben als ausgezahlt vermerken',
      refuses: ['in-progress', 'key-reused'],
      example: { cents: 1000, bookedOn: '2026-11-20' },
    },
  )
    .input(payoutInput)
    .output(account),
};
