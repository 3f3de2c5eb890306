import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { categoriesOf, entryCategories } from '#shared/money/entries/words.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, keyIndex, oneOf } from '#server/platform/database/columns.ts';
import { moneyAccounts } from '#shared/money/cash/words.ts';
import { bankLine } from '../bank/table.ts';
import { payoutItem } from '../payouts/table.ts';

/** Money of a club other than charges and donations. A trigger prevents inserts, changes and deletions in a closed period. */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    /** The bank line that it was booked from, entirely or in part; null for cash. */
    bankLineId: uuid('bank_line_id').references(() => bankLine.id, { onDelete: 'set null' }),
    /** The hours of a trainer or the expense that was paid by a file of transfers. */
    payoutItemId: uuid('payout_item_id').references(() => payoutItem.id, { onDelete: 'set null' }),
    /** The entry that this one reverses. */
    reverses: uuid(),
    /** The account of the money. */
    account: text({ enum: moneyAccounts }).notNull().default('bank'),
    /** The bank account of the club; null for the first one, from before there were several. */
    accountId: uuid('account_id').references(() => clubAccount.id),
    bookedOn: date('booked_on').notNull(),
    /** Negative for spending. */
    cents: integer().notNull(),
    category: text({ enum: entryCategories }).notNull(),
    sphere: text({ enum: taxSpheres }).notNull(),
    text: text().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.reverses], foreignColumns: [table.id] }).onDelete('cascade'),
    uniqueIndex('ledger_entry_reversed_once').on(table.reverses),
    index('ledger_entry_line').on(table.bankLineId),
    index('ledger_entry_payout').on(table.payoutItemId),
    keyIndex('ledger_entry_club_account', table.accountId),
    check('ledger_entry_account', sql`${table.account} in ${oneOf(moneyAccounts)}`),
    index('ledger_entry_list').on(table.club, table.bookedOn),
    check('ledger_entry_category', sql`${table.category} in ${oneOf(entryCategories)}`),
    check('ledger_entry_sphere', sql`${table.sphere} in ${oneOf(taxSpheres)}`),
    check(
      'ledger_entry_direction',
      sql`${table.cents} <> 0 and (${table.category} in ${oneOf(categoriesOf('in'))}) = ((${table.cents} > 0) = (${table.reverses} is null))`,
    ),
  ],
);
