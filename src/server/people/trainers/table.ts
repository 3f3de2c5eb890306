import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { clearanceResults } from '#shared/people/clearances.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { person } from '../persons/table.ts';

/**
 * That somebody of the board saw a certificate of good conduct, and what it said. The law allows the date and the result
 * alone, so this table never takes a file or a text (§ 72a (5) SGB VIII). Row security: the own club.
 */
export const clearance = pgTable(
  'clearance',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => person.id),
    club: clubColumn(),
    certificateOn: date('certificate_on').notNull(),
    seenOn: date('seen_on').notNull(),
    seenBy: uuid('seen_by').references(() => appUser.id, { onDelete: 'set null' }),
    result: text({ enum: clearanceResults }).notNull(),
    dutyEndedOn: date('duty_ended_on'),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('clearance_result', sql`${table.result} in ${oneOf(clearanceResults)}`),
    check('clearance_days', sql`${table.certificateOn} <= ${table.seenOn}`),
    index('clearance_club').on(table.club),
    index('clearance_ended').on(table.dutyEndedOn),
  ],
);
