import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { keyIndex } from '#server/platform/database/columns.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { facility } from '#server/halls/facilities/table.ts';

/** The rate per hour (60 minutes) of a whole hall for a club: for one hall, or for all halls without their own rate. */
export const hallRate = pgTable(
  'hall_rate',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    facilityId: uuid('facility_id').references(() => facility.id, { onDelete: 'cascade' }),
    cents: integer().notNull(),
    validFrom: date('valid_from').notNull(),
  },
  (table) => [
    check('hall_rate_cents', sql`${table.cents} >= 0`),
    // Two rates for the same hall from the same day would be ambiguous.
    uniqueIndex('hall_rate_once').on(
      table.club,
      sql`coalesce(${table.facilityId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      table.validFrom,
    ),
    keyIndex('hall_rate_facility', table.facilityId),
  ],
);
