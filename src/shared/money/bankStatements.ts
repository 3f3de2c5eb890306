import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, requiredLine } from '#shared/kernel/fields.ts';

/** What becomes of a line: found by its reference, only by name and amount, booked before, or left to be looked at by hand. */
export const bankResults = ['match', 'suggestion', 'booked', 'rest'] as const;
export const bankResultNames: { readonly [result in (typeof bankResults)[number]]: string } = {
  match: 'erkannt',
  suggestion: 'Vorschlag',
  booked: 'schon verbucht',
  rest: 'nicht zugeordnet',
};

/** A line of a statement with what it is taken for. */
export const bankLine = z.object({
  fingerprint: z.string().describe('Tells this line from all others, in whatever file it comes.'),
  line: z.int().describe('Its place in the file, without empty lines.'),
  day: z.string().nullable(),
  cents: z.int().nullable(),
  name: z.string(),
  purpose: z.string(),
  result: z.enum(bankResults),
  message: z.string().describe('Why it is not taken, or what it is taken for.'),
  mayAssign: z.boolean().describe('Whether it can be given to charges of one’s own choice.'),
  charges: z.array(z.object({ id, reference: z.string(), name: z.string(), label: z.string(), cents: z.int() })),
});
export type BankLine = z.infer<typeof bankLine>;

const checkedStatement = z.object({ format: z.string(), lines: z.array(bankLine) });

/** 8 MiB, as base64. */
export const statementAtMostBytes = 8 * 1024 * 1024;
const base64AtMost = Math.ceil(statementAtMostBytes / 3) * 4;
const bodyBytes = base64AtMost + 400_000;

/** Lines of one file at most. */
export const statementAtMostLines = 3000;

const example =
  'QnVjaHVuZ3N0YWc7VmVyd2VuZHVuZ3N6d2VjaztCZWd1ZW5zdGlndGVyL1phaGx1bmdzcGZsaWNodGlnZXI7QmV0cmFnCjAyLjExLjIwMjY7UldBLTEwMDAwMTtNdXN0ZXI7NzAsMDAK';
const file = z.strictObject({
  fileName: requiredLine(200),
  content: z.base64().min(1).max(base64AtMost).describe('The file, as base64.'),
});
/** The file of a bank as an endpoint takes it. */
export const statementFile = { shape: file, bodyBytes, example: { fileName: 'umsaetze.csv', content: example } };

/** What of a line goes to which charge. */
export const shares = z
  .array(z.strictObject({ chargeId: id, cents: z.int().min(1).max(100_000_000) }))
  .min(1, 'Bitte mindestens eine Forderung auswählen.')
  .max(50);

const fingerprint = z.string().regex(/^[0-9a-f]{64}$/);
const chargeExample = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';

/** Payments from the statement of the bank (domain.md 6.4 "mark paid by CSV bank import"): look first, then book, each line once. */
export const bankStatementsContract = {
  check: endpoint(
    { access: 'charges.manage', bodyBytes, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/bank-statements/check',
      summary: 'Kontoauszug prüfen',
      description:
        'camt.053, .052 or .054 (XML, alone or in a ZIP) or CSV as banks give it, at most 8 MiB. A dry run: nothing is written, the file is not kept.',
      example: { fileName: 'umsaetze.csv', content: example },
    },
  )
    .input(file)
    .output(checkedStatement),
  book: endpoint(
    { access: 'charges.manage', bodyBytes, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/bank-statements/bookings',
      summary: 'Zahlungen verbuchen',
      description:
        'Marks the charges of the chosen lines as paid. A line is booked once, however often its file comes; one that changed meanwhile is left out.',
      refuses: ['in-progress', 'key-reused'],
      example: { fileName: 'umsaetze.csv', content: example, fingerprints: ['0'.repeat(64)] },
    },
  )
    .input(
      file.extend({
        fingerprints: z.array(fingerprint).min(1, 'Bitte mindestens eine Zahlung auswählen.').max(statementAtMostLines),
      }),
    )
    .output(
      checkedStatement.extend({
        booked: z.int(),
        cents: z.int(),
        left: z.int().describe('Chosen lines that could not be booked any more.'),
      }),
    ),
  assign: endpoint(
    { access: 'charges.manage', bodyBytes, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/bank-statements/assignments',
      summary: 'Eine Zahlung auf Forderungen verteilen',
      description: 'Parts leave their rest open; what is not given out stays as credit of who pays the first of the charges.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: {
        fileName: 'umsaetze.csv',
        content: example,
        fingerprint: '0'.repeat(64),
        shares: [{ chargeId: chargeExample, cents: 5000 }],
      },
    },
  )
    .input(
      file.extend({
        fingerprint,
        shares,
      }),
    )
    .output(checkedStatement),
  export: endpoint(
    { access: 'charges.manage', bodyBytes, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/bank-statements/result',
      summary: 'Ergebnis je Zeile als CSV',
      description: 'What is booked by now, what could be, and why the rest is not.',
      example: { fileName: 'umsaetze.csv', content: example },
    },
  )
    .input(file)
    .output(z.file()),
};
