import { z } from 'zod';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, version } from '#shared/kernel/fields.ts';

const club = clubName.optional();
const year = z.coerce.number().int().min(2000).max(2199);
const digits = (least: number, most: number, words: string) => z.int(words).min(least, words).max(most, words);

/** The tax adviser's numbers for the club and for its ledger accounts. */
export const datevInput = z
  .strictObject({
    adviser: digits(1000, 9_999_999, 'Bitte die Beraternummer mit 4 bis 7 Ziffern.'),
    client: digits(1, 99_999, 'Bitte die Mandantennummer mit 1 bis 5 Ziffern.'),
    accountLength: digits(4, 8, 'Bitte 4 bis 8 Ziffern.'),
    accounts: z
      .array(z.strictObject({ place: z.string().min(1).max(80), account: z.string().regex(/^\d{0,8}$/, 'Bitte nur Ziffern.') }))
      .max(200)
      .describe('The numbers of the ledger accounts. An empty number deletes the entry; omitted accounts remain unchanged.'),
  })
  .superRefine(({ accountLength, accounts }, context) => {
    for (const [at, { account }] of accounts.entries())
      if (account !== '' && account.length !== accountLength)
        context.addIssue({ code: 'custom', path: ['accounts', at, 'account'], message: `Bitte genau ${accountLength} Ziffern.` });
  });

/** A ledger account of the club: a place of money, or a purpose with its sphere. */
const ledgerAccount = z.object({
  place: z.string(),
  label: z.string(),
  sphere: z.enum(taxSpheres).nullable(),
  count: z.int().describe('The number of bookings in the year.'),
  inCents: z.int(),
  outCents: z.int(),
  account: z.string().describe('The account number; empty if not set.'),
});
export type LedgerAccount = z.infer<typeof ledgerAccount>;

const datev = z.object({
  settings: z.object({ adviser: z.int(), client: z.int(), accountLength: z.int(), version }).nullable(),
  accounts: z.array(ledgerAccount).describe('The accounts with bookings in the year.'),
  lacking: z.array(z.string()).describe('The missing data without which the file cannot be created, as German sentences.'),
});
export type Datev = z.infer<typeof datev>;

/** The export of a year for the tax adviser (/admin/money/year). */
export const datevContract = {
  read: endpoint(
    { access: 'books.manage', answerMs: 10_000 },
    { method: 'GET', path: '/books/{year}/datev', summary: 'Buchungskonten eines Jahres mit ihren Nummern bei der Steuerberatung' },
  )
    .input(z.strictObject({ year, club }))
    .output(datev),
  save: endpoint(
    { access: 'books.manage' },
    {
      method: 'PUT',
      path: '/books/datev',
      summary: 'Nummern der Buchungskonten und Angaben der Steuerberatung',
      example: {
        adviser: 1001,
        client: 7,
        accountLength: 4,
        accounts: [{ place: 'bank', account: '1800' }],
        version: 0,
      },
    },
  )
    .input(datevInput.safeExtend({ club, version: z.int().min(0).describe('0 if nothing was saved yet.') }))
    .output(z.object({ version })),
  file: endpoint(
    { access: 'books.manage', fresh: true, answerMs: 20_000 },
    {
      method: 'GET',
      path: '/books/{year}/datev/file',
      summary: 'Das Jahr als Buchungsstapel für DATEV',
      description:
        'Format EXTF 700 in Windows-1252, with one line per movement and its ledger account. Fails with `not-ready` while a number is missing.',
      refuses: ['not-ready'],
    },
  )
    .input(z.strictObject({ year, club }))
    .output(z.file()),
};
