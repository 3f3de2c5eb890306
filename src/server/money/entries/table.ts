import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { categoriesOf, entryCategories } from '#shared/money/entries/words.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { bankLine } from '../bank/table.ts';

/** Money of a club beside charges and donations. Dated into a closed period it neither comes, changes nor goes (a trigger). */
export const ledgerEntry = pgTable(
  'ledger_entry',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    /** The line of the bank that brought it, whole or in part; null for cash. */
    bankLineId: uuid('bank_line_id').references(() => bankLine.id, { onDelete: 'set null' }),
    bookedOn: date('booked_on').notNull(),
    /** Below zero where money went. */
    cents: integer().notNull(),
    category: text({ enum: entryCategories }).notNull(),
    sphere: text({ enum: taxSpheres }).notNull(),
    text: text().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('ledger_entry_line').on(table.bankLineId),
    index('ledger_entry_list').on(table.club, table.bookedOn),
    check('ledger_entry_category', sql`${table.category} in ${oneOf(entryCategories)}`),
    check('ledger_entry_sphere', sql`${table.sphere} in ${oneOf(taxSpheres)}`),
    check(
      'ledger_entry_direction',
      sql`${table.cents} <> 0 and (${table.category} in ${oneOf(categoriesOf('in'))}) = (${table.cents} > 0)`,
    ),
  ],
);
