import { z } from 'zod';
import { chargeSources, noticeChannels, sepaRunStates, sequenceTypes, chosenRunStates } from './chargeWords.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, line, localDate, pageOf, pageQuery, version } from '#shared/kernel/fields.ts';

/** A debit that would be, or is, collected: the charges of one mandate together. */
const debit = z.object({
  mandate: z.string(),
  holder: z.string(),
  account: z.string().describe('Masked.'),
  sequence: z.enum(sequenceTypes),
  cents: z.int(),
  charges: z.array(z.object({ id, reference: z.string(), name: z.string(), label: z.string(), cents: z.int() })),
  returnCode: z.string().nullable(),
  notice: z.enum([...noticeChannels, 'told']).describe('How who pays learns of it with the run; told: it was announced before.'),
});
export type Debit = z.infer<typeof debit>;

const payer = z.object({ holder: z.string(), cents: z.int() });

const sepaRun = z.object({
  id,
  messageId: z.string(),
  collectionDate: z.string(),
  state: z.enum(sepaRunStates),
  items: z.int(),
  totalCents: z.int(),
  createdBy: z.string(),
  returnFeeCents: z.int().describe('What a debit that comes back may cost those who pay; 0 where the club asks for nothing.'),
  needsOther: z.boolean().describe('Whether only somebody else than the one who made it may hand it in.'),
  createdAt: z.iso.datetime(),
  version,
  debits: z.int().describe('One for each mandate.'),
  letters: z
    .array(payer.extend({ postedOn: z.string().nullable() }))
    .describe('Who has to be told by letter, and when the letter went out.'),
  returned: z.array(payer.extend({ code: z.string() })).describe('What the bank sent back.'),
});
export type SepaRun = z.infer<typeof sepaRun>;

const announcedDebit = z.object({
  mandate: z.string(),
  account: z.string().describe('Masked.'),
  cents: z.int(),
  lines: z.array(z.object({ reference: z.string(), label: z.string(), name: z.string(), cents: z.int() })),
});

/** What a payer without an address of e-mail is told by letter before a run collects. */
const debitLetter = z.object({
  payerId: id,
  name: z.string(),
  address: z.array(z.string()).describe('The lines of the address; empty where it is not known.'),
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
  letters: z.array(debitLetter).describe('One for each payer, by name.'),
});
export type LettersOfRun = z.infer<typeof lettersOfRun>;

const sepaProposal = z.object({
  missing: z.array(z.string()).describe('What of the account of the club is not set yet.'),
  earliest: z.string(),
  collectionDate: z.string(),
  debits: z.array(debit),
  totalCents: z.int(),
  creditCents: z.int().describe('Credit of those who pay that is set off first; the debits are less by it.'),
  faults: z.array(z.object({ chargeId: id, payerPersonId: id, reference: z.string(), name: z.string(), reason: z.string() })),
  later: z.int().describe('Charges beyond what fits into one run: they come with the next.'),
});
export type SepaProposal = z.infer<typeof sepaProposal>;

const one = z.strictObject({ id });

/** Why a debit came back, and what of the fee of the bank is passed on. */
export const returnFields = {
  code: z.string().regex(/^[A-Z]{2}\d{2}$/, 'Vier Zeichen wie AC04, vom Kontoauszug.'),
  withFee: z.boolean().default(false).describe('Charges the fee on to who pays.'),
  feeCents: z.int().min(0).max(10_000).optional().describe('What the bank took; without it the parameter sepa.returnFeeCents.'),
};

/** A debit that came back, as it is noted at its run. */
export const returnInput = z.strictObject({
  id,
  mandate: z.string().min(1, 'Bitte eine Lastschrift auswählen.').max(35),
  on: localDate.optional().describe('The day of the return on the statement; today without it.'),
  ...returnFields,
});

/** What goes into a run, where it is not all that is due by its day. */
const choice = {
  dueUntil: localDate.optional().describe('Only what is due by this day; without it by the day of collection.'),
  source: z.enum(chargeSources).optional().describe('Only charges of this source.'),
};

/** Items of one run at most; banks take no larger file. */
export const runAtMostItems = 20_000;

/** Direct debits: runs of pain.008.001.08. */
export const sepaRunsContract = {
  propose: endpoint(
    { access: 'charges.manage' },
    { method: 'GET', path: '/sepa-runs/proposal', summary: 'Was eingezogen würde, was fehlt und ab wann' },
  )
    .input(z.strictObject({ collectionDate: localDate.optional(), ...choice }))
    .output(sepaProposal),
  list: endpoint({ access: 'charges.manage' }, { method: 'GET', path: '/sepa-runs', summary: 'Lastschriftläufe, die neuesten zuerst' })
    .input(z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(20) }))
    .output(pageOf(sepaRun)),
  debits: endpoint(
    { access: 'charges.manage' },
    {
      method: 'GET',
      path: '/sepa-runs/{id}/debits',
      summary: 'Lastschriften eines Laufs',
      description: 'The first 50 by holder whose holder or mandate holds the words, and how many there are.',
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
      description: 'With today; or that they are not, after all.',
      refuses: ['wrong-state'],
      example: { isPosted: true },
    },
  )
    .input(one.extend({ isPosted: z.boolean() }))
    .output(sepaRun),
  create: endpoint(
    { access: 'charges.manage', fresh: true, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/sepa-runs',
      summary: 'Lastschriftlauf anlegen und ankündigen',
      description:
        'Takes the rests of the open charges with a mandate that are due by then, after the credit of those who pay. Whoever was not told before is told by mail.',
      refuses: ['not-ready', 'in-progress', 'key-reused'],
      example: { collectionDate: '2026-12-15' },
    },
  )
    .input(z.strictObject({ collectionDate: localDate, ...choice }))
    .output(sepaRun),
  file: endpoint(
    { access: 'charges.manage', fresh: true },
    {
      method: 'GET',
      path: '/sepa-runs/{id}/file',
      summary: 'Die Datei für die Bank (pain.008.001.08)',
      description: 'The same bytes each time. With the parameter sepa.fourEyes not for the one who made the run.',
      refuses: ['wrong-state', 'second-person'],
    },
  )
    .input(one)
    .output(z.file()),
  setState: endpoint(
    { access: 'charges.manage' },
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
        'The charges are owed again, by transfer and in 14 days; who pays is told the reason and how to transfer. The mandate rests where the reason says so.',
      example: { mandate: 'RWA-00001', code: 'AC04', withFee: true, feeCents: 410 },
    },
  )
    .input(returnInput)
    .output(sepaRun),
};
