import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { setupParts } from '#shared/office/setup.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';

/** Setup steps, or the whole guide, that a club has postponed. All other states are computed. */
export const setupPostponed = pgTable(
  'setup_postponed',
  {
    club: clubColumn(),
    part: text({ enum: setupParts }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.club, table.part] }), check('setup_postponed_part', sql`${table.part} in ${oneOf(setupParts)}`)],
);
