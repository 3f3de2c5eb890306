import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { textPurposes } from '#shared/people/consentTexts/words.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';

/**
 * A club's own text of a consent; the built-in text is version 1. A version in force is never changed, since people
 * agreed to it. Readable by everybody.
 */
export const consentText = pgTable(
  'consent_text',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    purpose: text({ enum: textPurposes }).notNull(),
    version: integer().notNull(),
    text: text().notNull(),
    fromDay: date('from_day').notNull(),
    asksAgain: boolean('asks_again').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('consent_text_purpose', sql`${table.purpose} in ${oneOf(textPurposes)}`),
    check('consent_text_version', sql`${table.version} >= 2`),
    check('consent_text_text', sql`${table.text} <> ''`),
    unique('consent_text_versions').on(table.club, table.purpose, table.version),
    unique('consent_text_days').on(table.club, table.purpose, table.fromDay),
    index('consent_text_created_by').on(table.createdBy),
  ],
);
