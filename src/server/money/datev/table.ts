import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { clubColumn } from '#server/club/clubs/table.ts';

/** By what a tax adviser knows a club, and the number of each ledger account by its place. */
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
