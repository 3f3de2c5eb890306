import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant } from '#server/platform/database/columns.ts';
import { enrolment } from '../enrolments/table.ts';

/** Whole months in which a person does not attend their group and does not pay. Pauses of an enrolment cannot overlap (migration). */
export const enrolmentPause = pgTable(
  'enrolment_pause',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolment.id, { onDelete: 'cascade' }),
    fromOn: date('from_on').notNull(),
    toOn: date('to_on').notNull(),
    reason: text().notNull().default(''),
    by: uuid('by_user').references(() => appUser.id, { onDelete: 'set null' }),
    at: instant('at').notNull(),
  },
  (table) => [
    check('enrolment_pause_months', sql`extract(day from ${table.fromOn}) = 1 and extract(day from ${table.toOn} + 1) = 1`),
    check('enrolment_pause_days', sql`${table.toOn} > ${table.fromOn}`),
    index('enrolment_pause_enrolment').on(table.enrolmentId, table.fromOn),
    keyIndex('enrolment_pause_by_user', table.by),
  ],
);
