import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant } from '#server/platform/database/columns.ts';

/**
 * A closed period: triggers reject payments and charges dated up to its last day, and the cancelling of such charges. Rows are kept; a
 * reopened one records by whom and why.
 */
export const closedPeriod = pgTable(
  'closed_period',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    until: date('until_day').notNull(),
    /** Of the figures of the year up to that day. */
    hash: text().notNull(),
    closedAt: instant('closed_at').notNull(),
    closedBy: text('closed_by').notNull(),
    closedById: uuid('closed_by_id').references(() => appUser.id, { onDelete: 'set null' }),
    reopenedAt: instant('reopened_at'),
    reopenedBy: text('reopened_by').notNull().default(''),
    reopenedById: uuid('reopened_by_id').references(() => appUser.id, { onDelete: 'set null' }),
    reason: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('closed_period_once')
      .on(table.club, table.until)
      .where(sql`${table.reopenedAt} is null`),
    index('closed_period_list').on(table.club, table.closedAt),
    check('closed_period_reopened', sql`${table.reopenedAt} is null or ${table.reason} <> ''`),
    keyIndex('closed_period_closed_by', table.closedById),
    keyIndex('closed_period_reopened_by', table.reopenedById),
  ],
);
