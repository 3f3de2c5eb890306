import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { oneOf } from '#server/platform/database/columns.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { feedbackKinds, feedbackStates } from '#shared/content/feedback.ts';
import { club } from '#server/club/clubs/table.ts';

/** Feedback of visitors to a club; row-level security separates the clubs. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey().defaultRandom(),
    club: text()
      .$type<ClubName>()
      .notNull()
      .references(() => club.name),
    kind: text({ enum: feedbackKinds }).notNull(),
    text: text().notNull(),
    rating: integer(),
    email: text().notNull().default(''),
    page: text().notNull().default(''),
    appVersion: text('app_version').notNull(),
    state: text({ enum: feedbackStates }).notNull().default('new'),
    assignedTo: text('assigned_to').notNull().default(''),
    answer: text().notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('feedback_kind', sql`${table.kind} in ('club', 'app', 'course', 'facility')`),
    check('feedback_state', sql`${table.state} in ${oneOf(feedbackStates)}`),
    check('feedback_rating', sql`${table.rating} between 1 and 5`),
    check('feedback_text', sql`length(${table.text}) between 10 and 2000`),
    index('feedback_inbox').on(table.club, table.createdAt, table.id),
  ],
);
