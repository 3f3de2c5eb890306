import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ofAgeSubjects } from '#shared/people/ofAge/contract.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { person } from '../persons/table.ts';

/** The answers of a person since they came of age. Row-level security: the own club. */
export const ofAgeAnswer = pgTable(
  'of_age_answer',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    club: clubColumn(),
    subject: text({ enum: ofAgeSubjects }).notNull(),
    answeredAt: instant('answered_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.subject] }),
    check('of_age_answer_subject', sql`${table.subject} in ${oneOf(ofAgeSubjects)}`),
    index('of_age_answer_club').on(table.club),
  ],
);
