import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { requiredLine } from '#shared/kernel/fields.ts';

/** 2 MiB, as base64. */
export const openingsAtMostBytes = 2 * 1024 * 1024;
const base64AtMost = Math.ceil(openingsAtMostBytes / 3) * 4;
/** The maximum of lines per file. */
export const openingsAtMostLines = 5000;

/** The outcome of a line: an open charge, a credit, already imported, or unreadable. */
const openingResults = ['charge', 'credit', 'known', 'faulty'] as const;

const openingLine = z.object({
  line: z.int(),
  name: z.string().describe('The name of the member, or the member number if unknown.'),
  payer: z.string(),
  label: z.string(),
  dueOn: z.string(),
  cents: z.int().describe('In cents; negative for credit of the payer.'),
  result: z.enum(openingResults),
  message: z.string(),
});
export type OpeningLine = z.infer<typeof openingLine>;

const openings = z.object({
  lines: z.array(openingLine),
  charges: z.int(),
  chargeCents: z.int(),
  credits: z.int(),
  creditCents: z.int(),
  hash: z.string(),
});
export type Openings = z.infer<typeof openings>;

const file = z.strictObject({ content: z.base64().min(1).max(base64AtMost).describe('The file as base64.') });
const example = {
  content: 'TWl0Z2xpZWRzbnVtbWVyO1p3ZWNrO2bDpGxsaWc7b2ZmZW4KMTAwMDtCZWl0cmFnIDIwMjU7MzEuMDEuMjAyNTs2MCwwMAo=',
};

/** Imports open charges and credits of members from the previous program (/admin/money/charges). */
export const openingsContract = {
  check: endpoint(
    { access: 'charges.manage', bodyBytes: base64AtMost + 10_000, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/opening-accounts/check',
      summary: 'Anfangssalden prüfen',
      description: 'CSV with Mitgliedsnummer;Zweck;fällig;offen; negative amounts are credit. Writes nothing.',
      example,
    },
  )
    .input(file)
    .output(openings),
  book: endpoint(
    { access: 'charges.manage', bodyBytes: base64AtMost + 10_000, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/opening-accounts',
      summary: 'Anfangssalden übernehmen',
      description:
        'Imports all valid lines, each only once even if the file is uploaded again. Fails with `changed-since-preview` if the result differs from the preview. Sends no mails.',
      refuses: ['changed-since-preview', 'in-progress', 'key-reused'],
      example: { ...example, hash: 'x' },
    },
  )
    .input(file.extend({ hash: requiredLine(100) }))
    .output(openings.pick({ charges: true, chargeCents: true, credits: true, creditCents: true })),
};
