import { sql } from 'drizzle-orm';
import { boolean, check, date, index, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { absenceReasons, replies, replyWays } from '#shared/courses/replyStates.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { person } from '#server/people/persons/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { courseSession } from '../offers/table.ts';

/** The reply of a family to one session for one person; the last reply overwrites earlier ones. */
export const sessionReply = pgTable(
  'session_reply',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => courseSession.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    club: clubColumn(),
    reply: text({ enum: replies }).notNull(),
    /** For the leaders of the session; cleared some days after it. */
    note: text().notNull().default(''),
    byUser: uuid('by_user').references(() => appUser.id, { onDelete: 'set null' }),
    via: text({ enum: replyWays }).notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.personId] }),
    check('session_reply_reply', sql`${table.reply} in ${oneOf(replies)}`),
    check('session_reply_via', sql`${table.via} in ${oneOf(replyWays)}`),
    check('session_reply_note', sql`length(${table.note}) <= 140`),
    index('session_reply_person').on(table.personId),
    keyIndex('session_reply_by_user', table.byUser),
  ],
);

/** Days on which a person attends no session; also applies to sessions planned later. */
export const absence = pgTable(
  'absence',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    fromOn: date('from_on').notNull(),
    toOn: date('to_on').notNull(),
    reason: text({ enum: absenceReasons }).notNull(),
    note: text().notNull().default(''),
    byUser: uuid('by_user').references(() => appUser.id, { onDelete: 'set null' }),
    /** Entered by an account with unconfirmed access: applies only to enrolments made by that account. Maintained by triggers. */
    isClaimed: boolean('is_claimed').notNull().default(false),
    at: instant('at').notNull(),
  },
  (table) => [
    check('absence_days', sql`${table.toOn} >= ${table.fromOn} and ${table.toOn} - ${table.fromOn} < 92`),
    check('absence_reason', sql`${table.reason} in ${oneOf(absenceReasons)}`),
    check('absence_note', sql`length(${table.note}) <= 140`),
    index('absence_person').on(table.personId, table.toOn),
    index('absence_days_of_club').on(table.club, table.toOn),
    keyIndex('absence_by_user', table.byUser),
  ],
);

/**
 * The effective reply to a session: the person's own reply, otherwise "no" if an absence covers its day; an unconfirmed
 * absence covers only sessions of enrolments made by the same account.
 */
export const effectiveReply = pgView('effective_reply', {
  sessionId: uuid('session_id').notNull(),
  personId: uuid('person_id').notNull(),
  club: clubColumn(),
  reply: text({ enum: replies }).notNull(),
  absenceReason: text('absence_reason', { enum: absenceReasons }),
  note: text().notNull(),
  byUser: uuid('by_user'),
  at: instant('at').notNull(),
}).existing();
