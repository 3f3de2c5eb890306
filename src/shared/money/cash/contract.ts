import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, localDate } from '#shared/kernel/fields.ts';
import { moneyAccounts } from './words.ts';

const cents = z.int();
const account = z.enum(moneyAccounts);

/** What lay on an account before anything of the first day was booked. */
export const openingInput = z.strictObject({
  cents: z
    .int('Bitte einen Betrag angeben.')
    .min(-1_000_000_000, 'Höchstens 10.000.000,00 €.')
    .max(1_000_000_000, 'Höchstens 10.000.000,00 €.'),
  day: localDate,
});

const balance = z.object({
  account,
  opening: z
    .object({ cents, day: z.string(), version: z.int() })
    .nullable()
    .describe('What the club said lay there first, and on which day; null while it has not.'),
  startCents: cents.describe('At the beginning of the year, or of the first day.'),
  inCents: cents,
  outCents: cents,
  endCents: cents.describe('At the end of the year, or by now.'),
});
export type Balance = z.infer<typeof balance>;

const statement = z.object({
  day: z.string(),
  cents: cents.describe('What the bank said lay there at the end of the day.'),
  bookedCents: cents.describe('What the books say of the same day.'),
  openLines: z.int().describe('Lines until then that nobody has decided about.'),
  openCents: cents,
  ignoredLines: z.int().describe('Lines until then that were set aside.'),
  ignoredCents: cents,
});

const balances = z.object({
  balances: z.array(balance),
  statement: statement.nullable().describe('The latest statement of the year that names its balance.'),
});
export type Balances = z.infer<typeof balances>;

const cashLine = z.object({
  no: z.int().describe('Without a gap in a club; never given twice.'),
  day: z.string(),
  text: z.string(),
  cents: cents.describe('Below zero where cash went.'),
  balanceCents: cents.describe('What lay in the box after it.'),
});
export type CashLine = z.infer<typeof cashLine>;

const club = clubName.optional();
const year = z.coerce.number().int().min(2000).max(2199);

/** Where the money of a club lies, and its cash book (/admin/money/year). */
export const cashContract = {
  balances: endpoint(
    { access: 'books.manage' },
    { method: 'GET', path: '/balances/{year}', summary: 'Was in einem Jahr auf dem Konto und in der Kasse lag' },
  )
    .input(z.strictObject({ year, club }))
    .output(balances),
  setOpening: endpoint(
    { access: 'books.manage' },
    {
      method: 'PUT',
      path: '/balances/{account}/opening',
      summary: 'Anfangsbestand von Konto oder Kasse',
      description: 'Refused for a day in a closed period, and where the cash box would have held less than nothing.',
      refuses: ['period-closed', 'in-progress', 'key-reused'],
      example: { cents: 123_456, day: '2026-01-01', version: 0 },
    },
  )
    .input(openingInput.extend({ account, club, version: z.int().min(0).describe('0 the first time.') }))
    .output(balance.shape.opening.unwrap()),
  book: endpoint(
    { access: 'books.manage' },
    {
      method: 'GET',
      path: '/cash-book/{year}',
      summary: 'Kassenbuch eines Jahres, nach Tagen',
      description: 'Rows are only added: what was wrong is taken back by a row of its own.',
    },
  )
    .input(z.strictObject({ year, club }))
    .output(z.array(cashLine)),
};
