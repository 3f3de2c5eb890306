import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, requiredLine } from '#shared/kernel/fields.ts';
import { donationKinds } from './words.ts';

/** 2 MiB, as base64. */
export const donationFileAtMostBytes = 2 * 1024 * 1024;
const base64AtMost = Math.ceil(donationFileAtMostBytes / 3) * 4;
/** The maximum of lines per file. */
export const donationFileAtMostLines = 5000;

const importedLine = z.object({
  line: z.int(),
  donorName: z.string(),
  donorAddress: z.string(),
  kind: z.enum(donationKinds),
  cents: z.int(),
  receivedOn: z.string(),
  inCash: z.boolean(),
  note: z.string(),
  result: z.enum(['new', 'known', 'faulty']).describe('new: will be imported; known: already exists; faulty: cannot be read.'),
  message: z.string(),
});
export type ImportedDonation = z.infer<typeof importedLine>;

const imported = z.object({ lines: z.array(importedLine), count: z.int(), cents: z.int(), hash: z.string() });
export type DonationImport = z.infer<typeof imported>;

const file = z.strictObject({ content: z.base64().min(1).max(base64AtMost).describe('The file as base64.'), club: clubName.optional() });
const example = { content: 'TmFtZTtBbnNjaHJpZnQ7RGF0dW07QmV0cmFnCkluYSBJZ2VsO1dlZyAxLCA1OTk5OSBBdWVuZmVsZDsyMC4xMS4yMDI2OzUwLDAwCg==' };

/** Imports donations from a list that the club kept elsewhere (/admin/money/donations). */
export const donationImportContract = {
  check: endpoint(
    { access: 'donations.manage', bodyBytes: base64AtMost + 10_000, answerMs: 10_000 },
    {
      method: 'POST',
      path: '/donation-imports/check',
      summary: 'Spenden aus einer Datei prüfen',
      description: 'CSV with Name;Anschrift;Datum;Betrag, and optionally Straße, PLZ, Ort, Art, Zahlungsart and Notiz. Writes nothing.',
      example,
    },
  )
    .input(file)
    .output(imported),
  book: endpoint(
    { access: 'donations.manage', bodyBytes: base64AtMost + 10_000, answerMs: 20_000 },
    {
      method: 'POST',
      path: '/donation-imports',
      summary: 'Spenden aus einer Datei übernehmen',
      description:
        'Imports all valid lines, each only once even if the file is uploaded again. Fails with `changed-since-preview` if the result differs from the preview.',
      refuses: ['changed-since-preview', 'not-ready', 'in-progress', 'key-reused'],
      example: { ...example, hash: 'x' },
    },
  )
    .input(file.extend({ hash: requiredLine(100) }))
    .output(imported.pick({ count: true, cents: true })),
};
