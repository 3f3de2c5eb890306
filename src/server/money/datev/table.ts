import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { clubColumn } from '#server/club/clubs/table.ts';

/** The tax adviser's numbers of a club, and the number of each ledger account by its key. */
export const datevSettings = pgTable(
  'datev_settings',
  {
    club: clubColumn().primaryKey(),
    adviser: integer().notNull(),
    client: integer().notNull(),
    accountLength: integer('account_length').notNull(),
    accounts: jsonb().$type<{ [place: string]: string }>().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [check('datev_settings_length', sql`${table.accountLength} between 4 and 8`)],
);
