import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { appUser } from '#server/accounts/users/table.ts';

/** Personal calendar feeds: only the hash of the secret in the URL is stored; a feed can be revoked. */
export const calendarFeed = pgTable(
  'calendar_feed',
  {
    id: uuid().primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    /** The user's name for the device: "Mein Telefon". */
    label: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [index('calendar_feed_user').on(table.userId)],
);
