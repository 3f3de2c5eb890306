import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moneyAccounts } from '#shared/money/cash/words.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { payment } from '../payments/table.ts';

/** Opening balances as the former program reads them; a trigger keeps them, and this table goes with the next release. */
export const openingBalance = pgTable(
  'opening_balance',
  {
    club: clubColumn(),
    account: text({ enum: moneyAccounts }).notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
    day: date('opening_day').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.club, table.account] }),
    check('opening_balance_account', sql`${table.account} in ${oneOf(moneyAccounts)}`),
    check('opening_balance_cash', sql`${table.account} <> 'cash' or ${table.cents} >= 0`),
  ],
);

/**
 * The cash book: income and spending of the cash box, numbered without gaps. Rows are only added (ensured by a trigger); errors are
 * corrected by a reversing row.
 */
export const cashEntry = pgTable(
  'cash_entry',
  {
    club: clubColumn(),
    no: integer().notNull(),
    day: date('booked_on').notNull(),
    cents: integer().notNull(),
    text: text().notNull(),
    /** The payment that moved the cash, if there is one. */
    paymentId: uuid('payment_id').references(() => payment.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.club, table.no] }),
    index('cash_entry_day').on(table.club, table.day, table.no),
    index('cash_entry_payment').on(table.paymentId),
    check('cash_entry_cents', sql`${table.cents} <> 0`),
  ],
);
