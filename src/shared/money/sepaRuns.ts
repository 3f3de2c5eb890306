import { z } from 'zod';
import { chargeSources, noticeChannels, sepaRunStates, sequenceTypes, chosenRunStates } from './chargeWords.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, line, localDate, pageOf, pageQuery, version } from '#shared/kernel/fields.ts';

/** A proposed or collected debit: the charges of one mandate together. */
const debit = z.object({
  mandate: z.string(),
  holder: z.string(),
  account: z.string().describe('The masked IBAN.'),
  sequence: z.enum(sequenceTypes),
  cents: z.int(),
  charges: z.array(z.object({ id, reference: z.string(), name: z.string(), label: z.string(), cents: z.int() })),
  returnCode: z.string().nullable(),
  notice: z
    .enum([...noticeChannels, 'told'])
    .describe('How the payer is notified with this run; `told` if the debit was announced before.'),
});
export type Debit = z.infer<typeof debit>;

const payer = z.object({ holder: z.string(), cents: z.int() });

const sepaRun = z.object({
  id,
  messageId: z.string(),
  collectionDate: z.string(),
  creditorAccount: z.string().describe('The name of the account of the club with its masked IBAN.'),
  state: z.enum(sepaRunStates),
  items: z.int(),
  totalCents: z.int(),
  createdBy: z.string(),
  returnFeeCents: z.int().describe('The fee in cents charged to the payer for a returned debit; 0 for none.'),
  needsOther: z.boolean().describe('Whether the caller created the run and therefore must not submit it (parameter sepa.fourEyes).'),
  createdAt: z.iso.datetime(),
  version,
  debits: z.int().describe('The number of debits, one per mandate.'),
  letters: z
    .array(payer.extend({ postedOn: z.string().nullable() }))
    .describe('Payers to be notified by letter, with the day on which it was sent; null if it was not.'),
  returned: z.array(payer.extend({ code: z.string() })).describe('Returned debits with the return code.'),
});
export type SepaRun = z.infer<typeof sepaRun>;

const announcedDebit = z.object({
  mandate: z.string(),
  account: z.string().describe('The masked IBAN.'),
  cents: z.int(),
  lines: z.array(z.object({ reference: z.string(), label: z.string(), name: z.string(), cents: z.int() })),
});

/** The advance notice by letter to a payer without an email address. */
const debitLetter = z.object({
  payerId: id,
  name: z.string(),
  address: z.array(z.string()).describe('The lines of the address; empty if unknown.'),
  debits: z.array(announcedDebit),
});
export type DebitLetter = z.infer<typeof debitLetter>;

const lettersOfRun = z.object({
  messageId: z.string(),
  collectionDate: z.string(),
  createdOn: z.string(),
  creditorName: z.string(),
  creditorId: z.string(),
  postedOn: z.string().nullable(),
  letters: z.array(debitLetter).describe('One letter per payer, sorted by name.'),
});
export type LettersOfRun = z.infer<typeof lettersOfRun>;

const sepaProposal = z.object({
  missing: z.array(z.string()).describe('The missing account settings of the club, in German.'),
  earliest: z.string(),
  collectionDate: z.string(),
  debits: z.array(debit),
  totalCents: z.int(),
  creditCents: z.int().describe('The credit of payers that is offset first, in cents; it reduces the debits.'),
  faults: z.array(
    z.object({
      chargeId: id,
      payerPersonId: id,
      reference: z.string(),
      name: z.string(),
      reason: z.string(),
      asksPayer: z.boolean().describe('The payer can help: with a mandate, or by transfer.'),
      remindedOn: z.string().nullable().describe('The last day on which the payer was reminded of the mandate.'),
    }),
  ),
  later: z.int().describe('The number of charges that exceed the size of one run and follow in the next.'),
  nextDue: z
    .object({ day: z.string(), charges: z.int(), cents: z.int() })
    .nullable()
    .describe('The charges to be debited on the first bank day after this one on which some are due; null if none are.'),
});
export type SepaProposal = z.infer<typeof sepaProposal>;

const one = z.strictObject({ id });

/** Why a debit was returned, and how much of the bank's fee is passed on. */
export const returnFields = {
  code: z.string().regex(/^[A-Z]{2}\d{2}$/, 'Vier Zeichen wie AC04, vom Kontoauszug.'),
  withFee: z.boolean().default(false).describe('Charges the fee to the payer.'),
  feeCents: z.int().min(0).max(10_000).optional().describe('The fee of the bank in cents; defaults to the parameter sepa.returnFeeCents.'),
};

/** A returned debit, as recorded in its run. */
export const returnInput = z.strictObject({
  id,
  mandate: z.string().min(1, 'Bitte eine Lastschrift auswählen.').max(35),
  on: localDate.optional().describe('The day of the return on the statement; defaults to today.'),
  ...returnFields,
});

/** The selection for a run, if it is not everything due by its day. */
const due = {
  dueUntil: localDate.optional().describe('Only charges due by this day; defaults to the day of collection.'),
  source: z.enum(chargeSources).optional().describe('Only charges of this source.'),
};
const choice = {
  ...due,
  accountId: id.optional().describe('The account of the club to collect to; defaults to the one that collects.'),
};

/** The maximum of items per run; banks accept no larger file. */
export const runAtMostItems = 20_000;

/** Direct debits: runs of pain.008.001.08. */
export const sepaRunsContract = {
  propose: endpoint(
    { access: 'charges.manage' },
    { method: 'GET', path: '/sepa-runs/proposal', summary: 'Was eingezogen würde, was fehlt und ab wann' },
  )
    .input(z.strictObject({ collectionDate: localDate.optional(), ...choice }))
    .output(sepaProposal),
  remind: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/sepa-runs/proposal/reminders',
      summary: 'Zahler an das fehlende Mandat erinnern',
      description: 'One mail to each payer over all charges that cannot be collected, once a day; never to children.',
      refuses: ['reminded-today', 'wrong-state', 'in-progress', 'key-reused'],
      example: {},
    },
  )
    .input(z.strictObject({ collectionDate: localDate.optional(), ...due }))
    .output(
      z.object({
        mailed: z.int(),
        without: z.array(z.string()).describe('Payers who get no mail: children, and those without an address.'),
      }),
    ),
  list: endpoint({ access: 'charges.manage' }, { method: 'GET', path: '/sepa-runs', summary: 'Lastschriftläufe, die neuesten zuerst' })
    .input(z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(20) }))
    .output(pageOf(sepaRun)),
  debits: endpoint(
    { access: 'charges.manage' },
    {
      method: 'GET',
      path: '/sepa-runs/{id}/debits',
      summary: 'Lastschriften eines Laufs',
      description: 'The first 50 matches by holder or mandate reference, sorted by holder, with the number of all matches.',
    },
  )
    .input(z.strictObject({ id, search: line(100).default('') }))
    .output(z.object({ rows: z.array(debit), count: z.int() })),
  letters: endpoint(
    { access: 'charges.manage' },
    { method: 'GET', path: '/sepa-runs/{id}/letters', summary: 'Ankündigungen eines Laufs, die per Brief gehen' },
  )
    .input(one)
    .output(lettersOfRun),
  postLetters: endpoint(
    { access: 'charges.manage' },
    {
      method: 'PUT',
      path: '/sepa-runs/{id}/letters',
      summary: 'Vermerken, dass die Briefe eines Laufs verschickt sind',
      description: 'Sets or clears today as the day on which the letters were sent.',
      refuses: ['wrong-state'],
      example: { isPosted: true },
    },
  )
    .input(one.extend({ isPosted: z.boolean() }))
    .output(sepaRun),
  create: endpoint(
    { access: 'charges.manage', fresh: true, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/sepa-runs',
      summary: 'Lastschriftlauf anlegen und ankündigen',
      description:
        'Collects the open amounts of all due charges with a mandate, less the credit of their payers. Payers whose debit was not announced before are notified by mail.',
      refuses: ['not-ready', 'in-progress', 'key-reused'],
      example: { collectionDate: '2026-12-15' },
    },
  )
    .input(z.strictObject({ collectionDate: localDate, ...choice }))
    .output(sepaRun),
  file: endpoint(
    { access: 'charges.manage', fresh: true, answerMs: 20_000 },
    {
      method: 'GET',
      path: '/sepa-runs/{id}/file',
      summary: 'Die Datei für die Bank (pain.008.001.08)',
      description: 'Identical on each download. With the parameter sepa.fourEyes, not for the creator of the run.',
      refuses: ['wrong-state', 'second-person'],
    },
  )
    .input(one)
    .output(z.file()),
  setState: endpoint(
    { access: 'charges.manage', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/sepa-runs/{id}/state',
      summary: 'Eingereicht, eingezogen oder verworfen',
      refuses: ['wrong-state', 'second-person'],
      example: { to: 'submitted', version: 1 },
    },
  )
    .input(z.strictObject({ id, to: z.enum(chosenRunStates), version }))
    .output(sepaRun),
  setMethod: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/sepa-runs/methods',
      summary: 'Offene Forderungen überweisen lassen oder einziehen',
      refuses: ['wrong-state'],
      example: { chargeIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], method: 'transfer' },
    },
  )
    .input(z.strictObject({ chargeIds: z.array(id).min(1).max(500), method: z.enum(['sepa', 'transfer']) }))
    .output(z.object({ changed: z.int() })),
  giveBack: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/sepa-runs/{id}/returns',
      summary: 'Rücklastschrift vermerken',
      refuses: ['wrong-state'],
      description:
        'The charges become payable by transfer within 14 days, and the payer is notified of the reason and how to pay (except for MD07, the death of the account holder). The mandate is paused if the return code requires it.',
      example: { mandate: 'RWA-00001', code: 'AC04', withFee: true, feeCents: 410 },
    },
  )
    .input(returnInput)
    .output(sepaRun),
};
