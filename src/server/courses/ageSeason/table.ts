import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ageDecisions } from '#shared/courses/ageSeason/ageSeason.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';

/** The notification and decision for one season about a person whose age does not fit their group. */
export const ageCheck = pgTable(
  'age_check',
  {
    enrolmentId: uuid('enrolment_id')
      .notNull()
      .references(() => enrolment.id, { onDelete: 'cascade' }),
    /** The year in which the season begins. */
    season: integer().notNull(),
    club: clubColumn(),
    /** When the family was notified. */
    toldAt: instant('told_at'),
    /** Null until decided. */
    decision: text({ enum: ageDecisions }),
    reason: text().notNull().default(''),
    /** The target group of a change. */
    courseId: uuid('course_id').references(() => course.id, { onDelete: 'set null' }),
    decidedBy: uuid('decided_by').references(() => appUser.id, { onDelete: 'set null' }),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.enrolmentId, table.season] }),
    check('age_check_decision', sql`${table.decision} in ${oneOf(ageDecisions)}`),
    check('age_check_decided', sql`(${table.decision} is null) = (${table.decidedAt} is null)`),
    index('age_check_course').on(table.courseId),
    keyIndex('age_check_decided_by', table.decidedBy),
  ],
);
