import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate } from '#shared/kernel/fields.ts';
import { moneyAccounts } from './words.ts';

const cents = z.int();
const account = z.enum(moneyAccounts);

/** The balance of an account before any booking of the first day. */
export const openingInput = z.strictObject({
  cents: z
    .int('Bitte einen Betrag angeben.')
    .min(-1_000_000_000, 'Höchstens 10.000.000,00 €.')
    .max(1_000_000_000, 'Höchstens 10.000.000,00 €.'),
  day: localDate,
});

const statement = z.object({
  day: z.string(),
  cents: cents.describe('The balance at the end of the day according to the bank.'),
  bookedCents: cents.describe('The balance of that day according to the books.'),
  openLines: z.int().describe('The number of undecided lines up to that day.'),
  openCents: cents,
  ignoredLines: z.int().describe('The number of ignored lines up to that day.'),
  ignoredCents: cents,
});

/** A place of money without what concerns its statements. */
export const placeBalance = z.object({
  account,
  accountId: id.nullable().describe('The bank account, or the cash box; null until it is set up.'),
  name: z.string(),
  startCents: cents.describe('The balance at the start of the year, or of the first day.'),
  inCents: cents,
  outCents: cents,
  endCents: cents.describe('The balance at the end of the year, or today.'),
});

const balance = placeBalance.extend({
  endedOn: z.string().nullable(),
  opening: z
    .object({ cents, day: z.string(), version: z.int() })
    .nullable()
    .describe('The opening balance and its day; null if it is not set.'),
  statement: statement.nullable().describe('The latest statement of the year with a balance; null if there is none.'),
});
export type Balance = z.infer<typeof balance>;

const cashLine = z.object({
  no: z.int().describe('A number without gaps within a club, never reused.'),
  day: z.string(),
  text: z.string(),
  cents: cents.describe('In cents; negative for outgoing cash.'),
  balanceCents: cents.describe('The balance of the cash box after the row, in cents.'),
});
export type CashLine = z.infer<typeof cashLine>;

const club = clubName.optional();
const year = z.coerce.number().int().min(2000).max(2199);

/** The balances of a club's money accounts, and its cash book (/admin/money/year). */
export const cashContract = {
  balances: endpoint(
    { access: 'books.manage' },
    { method: 'GET', path: '/balances/{year}', summary: 'Was in einem Jahr auf jedem Konto und in der Kasse lag' },
  )
    .input(z.strictObject({ year, club }))
    .output(z.array(balance)),
  setOpening: endpoint(
    { access: 'books.manage' },
    {
      method: 'PUT',
      path: '/balances/{account}/opening',
      summary: 'Anfangsbestand eines Kontos oder der Kasse',
      description: 'Fails for a day in a closed period, and if the balance of the cash box would become negative.',
      refuses: ['period-closed', 'in-progress', 'key-reused'],
      example: { cents: 123_456, day: '2026-01-01', version: 0 },
    },
  )
    .input(
      openingInput.extend({
        account,
        club,
        accountId: id.optional().describe('The bank account; defaults to the first one.'),
        version: z.int().min(0).describe('0 if there is no opening balance yet.'),
      }),
    )
    .output(balance.shape.opening.unwrap()),
  book: endpoint(
    { access: 'books.manage' },
    {
      method: 'GET',
      path: '/cash-book/{year}',
      summary: 'Kassenbuch eines Jahres, nach Tagen',
      description: 'Rows are append-only; corrections are separate rows.',
    },
  )
    .input(z.strictObject({ year, club }))
    .output(z.array(cashLine)),
};
