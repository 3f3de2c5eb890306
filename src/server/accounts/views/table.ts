import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { viewPages } from '#shared/accounts/views.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { appUser } from '../users/table.ts';

/** A saved filter of a list: of an account, in the club that it belonged to, or of the club, for everybody. */
export const savedView = pgTable(
  'saved_view',
  {
    id: uuid().primaryKey(),
    /** The owner; null for a club view. */
    userId: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    club: clubColumn(),
    page: text({ enum: viewPages }).notNull(),
    name: text().notNull(),
    query: text().notNull(),
    /** The visible columns; null leaves them unchanged. */
    columns: text().array(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('saved_view_page', sql`${table.page} in ${oneOf(viewPages)}`),
    check('saved_view_name', sql`length(${table.name}) between 1 and 60`),
    check('saved_view_query', sql`length(${table.query}) <= 1000`),
    uniqueIndex('saved_view_once').on(table.userId, table.club, table.page, sql`lower(${table.name})`),
    uniqueIndex('saved_view_once_in_club')
      .on(table.club, table.page, sql`lower(${table.name})`)
      .where(sql`${table.userId} is null`),
  ],
);

/** A view pinned to the menu of an account: a personal one, or one of its club. */
export const pinnedView = pgTable(
  'pinned_view',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    viewId: uuid('view_id')
      .notNull()
      .references(() => savedView.id, { onDelete: 'cascade' }),
    pinnedAt: instant('pinned_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.viewId] }), index('pinned_view_view').on(table.viewId)],
);
