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

/** The maximum of lines per CSV file. */
export const statementAtMostLines = 3000;

const fileExample =
  'QnVjaHVuZ3N0YWc7VmVyd2VuZHVuZ3N6d2VjaztCZWd1ZW5zdGlndGVyL1phaGx1bmdzcGZsaWNodGlnZXI7QmV0cmFnCjAyLjExLjIwMjY7UldBLTEwMDAwMTtNdXN0ZXI7NzAsMDAK';
const statementFile = z.strictObject({
  fileName: requiredLine(200),
  content: z.base64().min(1).max(base64AtMost).describe('The file, as base64.'),
  accountId: id.optional().describe('The account of the club for a file that does not name one; defaults to the one that collects.'),
  again: z
    .array(z.strictObject({ line: z.int().min(1), known: z.int().min(1) }))
    .max(50)
    .optional()
    .describe('Doubtful lines of the file that are separate payments, with the number of equal known lines in the previous response.'),
});

/** The part of a line that is allocated to one charge. */
const shares = z.array(z.strictObject({ chargeId: id, cents: z.int().min(1).max(100_000_000) })).max(50);

const allocation = {
  shares,
  payerId: id.optional().describe('Instead of shares: the payer on whose account it is; it pays what is due first, the rest is credit.'),
};
type Allocation = z.output<z.ZodObject<typeof allocation>>;
const isAllocated = ({ shares: named, payerId }: Allocation) => (payerId === undefined) === named.length > 0;
const unallocated = { path: ['shares'], message: 'Bitte mindestens eine Forderung auswählen.' };

/** What a line is for, without its id. */
export const allocationInput = z.strictObject(allocation).refine(isAllocated, unallocated);

/** The allocation of a line to charges, or to the account of a payer. */
const assignInput = z.strictObject({ id, ...allocation }).refine(isAllocated, unallocated);

/** A stored line, with its suggested match while it is open. */
const keptLine = z.object({
  id,
  day: z.string(),
  cents: z.int(),
  name: z.string(),
  purpose: z.string(),
  account: z.string().describe('The masked account of the payer.'),
  accountKey: z.string().describe('The keyed hash of that account, for rules; empty if the bank names none.'),
  ofAccount: z.string().describe('The name of the account of the club; empty while it has only one.'),
  result: z.enum(bankResults),
  kind: z.enum(bankKinds).nullable().describe('The kind of a line without a match; null for all others.'),
  message: z.string().describe('The reason why it has no match, or the match in words.'),
  mayAssign: z.boolean().describe('Whether it can be allocated to charges by hand.'),
  charges: z.array(z.object({ id, reference: z.string(), name: z.string(), label: z.string(), cents: z.int() })),
  state: z.enum(bankLineStates),
  version,
  action: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('return'), messageId: z.string(), mandate: z.string(), code: z.string().nullable(), feeCents: z.int() }),
      z.object({ kind: z.literal('settle'), messageId: z.string() }),
      z.object({ kind: z.literal('payout'), messageId: z.string() }),
      z.object({ kind: z.literal('own'), account: z.string() }),
    ])
    .nullable()
    .describe(
      'Its meaning for a collection run or payout file: a debit was returned, all were collected, or transfers were executed; or a transfer from or to another account of the club.',
    ),
  mayReopen: z.boolean(),
});
export type KeptLine = z.infer<typeof keptLine>;

const kept = z.object({
  accountName: z.string().describe('The account of the statement; empty before the club has one.'),
  format: z.string(),
  kept: z.int().describe('The number of new lines.'),
  known: z.int().describe('The number of lines known from an earlier file.'),
  doubtful: z
    .array(z.object({ line: z.int(), day: z.string(), cents: z.int(), name: z.string(), purpose: z.string(), known: z.int() }))
    .describe('Known lines that may be a second, equal payment of the day: to import them, send the file again and name them in `again`.'),
  unread: z
    .array(z.object({ line: z.int(), message: z.string() }))
    .describe('The number of lines that could not be parsed; they are not stored.'),
  byRule: z.int().describe('The number of new lines decided by rules.'),
  warnings: z.array(z.string()).describe('Inconsistencies in the file.'),
});
export type KeptStatement = z.infer<typeof kept>;

/** The maximum of lines in an open list: they are matched together, so that a charge is proposed for only one line. */
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
        'camt.053, .052 or .054 (XML, alone or in a ZIP) or CSV as exported by banks, at most 8 MiB. Stores each line once, even if the file is uploaded again; equal payments of one day in two files of a bank without booking numbers are reported as doubtful. Books nothing, except by automatic rules. Of account numbers only the ends are stored.',
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
      description: 'Each line is booked once; lines that have changed meanwhile are skipped.',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: [example] },
    },
  )
    .input(z.strictObject({ ids: z.array(id).min(1).max(openLinesAtMost) }))
    .output(
      z.object({
        booked: z.int(),
        cents: z.int(),
        byRule: z.int().describe('The number of lines decided by rules; not included in the booked lines and their sum.'),
        left: z.int().describe('The number of selected lines that could no longer be booked.'),
      }),
    ),
  assign: endpoint(
    { access: 'charges.manage' },
    {
      method: 'POST',
      path: '/bank-lines/{id}/assignment',
      summary: 'Eine Bankzeile auf Forderungen verteilen oder einem Konto gutschreiben',
      description:
        'The rest of a partly paid charge stays open; the unallocated rest of the payment is credit of the payer of the first charge.',
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
      description: "As in the run, with the bank's booking date.",
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
      summary: 'Den Lauf einer Bankzeile vermerken: Lastschriften eingezogen, Sammelüberweisung ausgeführt, oder eine Umbuchung',
      description: "With the bank's booking date.",
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
      description: 'Income minus expenses must equal the amount of the line.',
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
      description: 'Amount and day are those of the line; reopening the line deletes the donation, unless a receipt includes it.',
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
      description: "Its bookings are reversed by counter-entries with today's date; the line is open again.",
      refuses: ['wrong-state', 'period-closed'],
      example: { version: 2, reason: 'Falscher Zahler' },
    },
  )
    .input(ignoreInput)
    .output(z.object({ version })),
};
