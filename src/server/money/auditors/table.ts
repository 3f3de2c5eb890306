import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, keyIndex } from '#server/platform/database/columns.ts';

/** A link that shows the auditors the books of one year. Only hashes of its secret and its password are stored. */
export const auditorLink = pgTable(
  'auditor_link',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    year: integer().notNull(),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    openings: integer().notNull().default(0),
    lastOpenedAt: instant('last_opened_at'),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('auditor_link_list').on(table.club, table.year, table.createdAt),
    keyIndex('auditor_link_created_by', table.createdById),
  ],
);
