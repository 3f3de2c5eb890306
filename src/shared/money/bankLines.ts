import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, pageQuery, requiredLine, version } from '#shared/kernel/fields.ts';
import { bankLineFilters, bankKinds, bankLineStates, bankResults } from './bankWords.ts';
import { donationInput } from './donations/contract.ts';
import { lineEntriesInput } from './entries/contract.ts';
import { returnFields } from './sepaRuns.ts';

/** 8 MiB, as base64. */
export const statementAtMostBytes = 8 * 1024 * 1024;
const base64AtMost = Math.ceil(statementAtMostBytes / 3) * 4;

/** Lines of one CSV at most. */
export const statementAtMostLines = 3000;

const fileExample =
  'QnVjaHVuZ3N0YWc7VmVyd2VuZHVuZ3N6d2VjaztCZWd1ZW5zdGlndGVyL1phaGx1bmdzcGZsaWNodGlnZXI7QmV0cmFnCjAyLjExLjIwMjY7UldBLTEwMDAwMTtNdXN0ZXI7NzAsMDAK';
const statementFile = z.strictObject({
  fileName: requiredLine(200),
  content: z.base64().min(1).max(base64AtMost).describe('The file, as base64.'),
  again: z
    .array(z.strictObject({ line: z.int().min(1), known: z.int().min(1) }))
    .max(50)
    .optional()
    .describe('Doubtful lines of the file that are payments of their own, with how many like them the answer before knew.'),
});

/** The part of a line that is allocated to one charge. */
const shares = z
  .array(z.strictObject({ chargeId: id, cents: z.int().min(1).max(100_000_000) }))
  .min(1, 'Bitte mindestens eine Forderung auswählen.')
  .max(50);

/** The allocation of a line to charges. */
export const assignInput = z.strictObject({ id, shares });

/** A stored line, with its suggested match while it is undecided. */
const keptLine = z.object({
  id,
  day: z.string(),
  cents: z.int(),
  name: z.string(),
  purpose: z.string(),
  account: z.string().describe('Of who paid, masked.'),
  result: z.enum(bankResults),
  kind: z.enum(bankKinds).nullable().describe('What a line is that is left over; null for all others.'),
  message: z.string().describe('Why it is not taken, or what it is taken for.'),
  mayAssign: z.boolean().describe('Whether it can be given to charges of one’s own choice.'),
  charges: z.array(z.object({ id, reference: z.string(), name: z.string(), label: z.string(), cents: z.int() })),
  state: z.enum(bankLineStates),
  version,
  action: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('return'), messageId: z.string(), mandate: z.string(), code: z.string().nullable(), feeCents: z.int() }),
      z.object({ kind: z.literal('settle'), messageId: z.string() }),
      z.object({ kind: z.literal('payout'), messageId: z.string() }),
    ])
    .nullable()
    .describe('What it means for a file of ours: a debit came back, all were collected, or transfers were paid.'),
  mayReopen: z.boolean(),
});
export type KeptLine = z.infer<typeof keptLine>;

const kept = z.object({
  format: z.string(),
  kept: z.int().describe('New lines.'),
  known: z.int().describe('Lines that an earlier file brought.'),
  doubtful: z
    .array(z.object({ line: z.int(), day: z.string(), cents: z.int(), name: z.string(), purpose: z.string(), known: z.int() }))
    .describe('Known lines that may be a second, equal payment of the day: send the file again and name them in `again`.'),
  unread: z.array(z.object({ line: z.int(), message: z.string() })).describe('Lines that could not be read; they are not kept.'),
  byRule: z.int().describe('New lines that rules decided at once.'),
  warnings: z.array(z.string()).describe('What does not add up in the file.'),
});
export type KeptStatement = z.infer<typeof kept>;

/** Lines of an open list at most: they are matched together, so that a charge is proposed for one alone. */
export const openLinesAtMost = 3000;

/** Setting a bank line aside, with the reason. */
export const ignoreInput = z.strictObject({ id, version, reason: requiredLine(200) });
/** The donor of a bank line that is a donation. */
export const lineDonationInput = donationInput.pick({ donorName: true, donorAddress: true, note: true });
const example = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';

/** The stored lines of bank statements: open ones, their suggested matches, and how they were booked. */
export const bankLinesContract = {
  keep: endpoint(
    { access: 'charges.manage', bodyBytes: base64AtMost + 400_000, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/bank-lines',
      summary: 'Kontoauszug einlesen',
      description:
        'camt.053, .052 or .054 (XML, alone or in a ZIP) or CSV as banks give it, at most 8 MiB. Keeps its lines, each once, however often its file comes; equal payments of one day that two files of a bank without numbers bring are told as doubtful. Nothing is booked. Of accounts only the ends are kept.',
      refuses: ['in-progress', 'key-reused'],
      example: { fileName: 'umsaetze.csv', content: fileExample },
    },
  )
    .input(statementFile)
    .output(kept),
  list: endpoint({ access: 'charges.manage' }, { method: 'GET', path: '/bank-lines', summary: 'Bankzeilen: offen, verbucht, ignoriert' })
    .input(z.strictObject({ state: z.enum(bankLineFilters).default('open'), ...pageQuery }))
    .output(z.object({ rows: z.array(keptLine), next: z.string().nullable(), open: z.int(), isCut: z.boolean() })),
  book: endpoint(
    { access: 'charges.manage', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/bank-lines/bookings',
      summary: 'Erkannte Zahlungen verbuchen, und was Regeln sagen',
      description: 'Each line is booked once; what changed meanwhile is left out.',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: [example] },
    },
  )
    .input(z.strictObject({ ids: z.array(id).min(1).max(openLinesAtMost) }))
    .output(
      z.object({
        booked: z.int(),
        cents: z.int(),
        byRule: z.int().describe('Lines that rules decided; they count neither as booked nor in the sum.'),
        left: z.int().describe('Chosen lines that could not be booked any more.'),
      }),
    ),
  assign: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/bank-lines/{id}/assignment',
      summary: 'Eine Bankzeile auf Forderungen verteilen',
      description: 'Parts leave their rest open; what is not given out stays as credit of who pays the first of the charges.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { shares: [{ chargeId: example, cents: 5000 }] },
    },
  )
    .input(assignInput)
    .output(z.object({ cents: z.int() })),
  giveBack: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/bank-lines/{id}/return',
      summary: 'Die Rücklastschrift einer Bankzeile vermerken',
      description: 'As at its run, with the day of the bank.',
      refuses: ['wrong-state'],
      example: { version: 1, code: 'AC04', withFee: true, feeCents: 410 },
    },
  )
    .input(z.strictObject({ id, version, ...returnFields }))
    .output(z.object({ version })),
  settle: endpoint(
    { access: 'charges.manage', answerMs: 10_000 },
    {
      method: 'POST',
      path: '/bank-lines/{id}/settle',
      summary: 'Den Lauf einer Bankzeile vermerken: Lastschriften eingezogen, Sammelüberweisung ausgeführt',
      description: 'With the day of the bank.',
      refuses: ['wrong-state'],
      example: { version: 1 },
    },
  )
    .input(z.strictObject({ id, version }))
    .output(z.object({ version })),
  enter: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/bank-lines/{id}/entry',
      summary: 'Eine Bankzeile als andere Einnahmen oder Ausgaben buchen, ganz oder in Teilen',
      description: 'What came less what went is the sum of the line.',
      refuses: ['wrong-state', 'period-closed'],
      example: { version: 1, parts: [{ category: 'bank_fees', sphere: 'ideal', text: 'Kontoführung', cents: 490 }] },
    },
  )
    .input(lineEntriesInput.extend({ id, version }))
    .output(z.object({ version })),
  donate: endpoint(
    { access: 'donations.manage' },
    {
      method: 'POST',
      path: '/bank-lines/{id}/donation',
      summary: 'Eine Bankzeile als Spende eintragen',
      description: 'Sum and day are those of the line; opened again, the line takes its donation back unless a receipt holds it.',
      refuses: ['wrong-state', 'period-closed'],
      example: { version: 1, donorName: 'Ina Beispiel', donorAddress: 'Testweg 1\n59999 Auenfeld', note: '' },
    },
  )
    .input(lineDonationInput.extend({ id, version }))
    .output(z.object({ version })),
  ignore: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/bank-lines/{id}/ignore',
      summary: 'Eine Bankzeile mit Grund beiseitelegen',
      refuses: ['wrong-state'],
      example: { version: 1, reason: 'Kontoführung' },
    },
  )
    .input(ignoreInput)
    .output(z.object({ version })),
  reopen: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/bank-lines/{id}/reopen',
      summary: 'Eine Bankzeile wieder öffnen',
      description: 'What was booked by it is taken back by the opposite payment, dated today; the line is open again.',
      refuses: ['wrong-state', 'period-closed'],
      example: { version: 2, reason: 'Falscher Zahler' },
    },
  )
    .input(ignoreInput)
    .output(z.object({ version })),
};
