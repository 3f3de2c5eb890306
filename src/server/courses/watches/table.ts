import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { watchStates } from '#shared/courses/watches/watches.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { linkHashesColumn } from '#server/platform/secretLinks.ts';
import { course } from '../offers/table.ts';

/** A watch: mails about free or new offers, for one offer or all offers of a club's site that match a filter. */
export const offerWatch = pgTable(
  'offer_watch',
  {
    id: uuid().primaryKey(),
    /** The club on whose site it was created. */
    club: clubColumn(),
    linkHashes: linkHashesColumn(),
    email: text().notNull(),
    userId: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    courseId: uuid('course_id').references(() => course.id, { onDelete: 'cascade' }),
    /** The query parameters of /offers. */
    filter: jsonb().$type<{ [key: string]: string }>(),
    /** The subject as a text, so that nobody watches the same twice. */
    target: text().notNull(),
    state: text({ enum: watchStates }).notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When it ended, by its owner or by expiry. */
    endedAt: instant('ended_at'),
    /** When the last mail was sent. */
    toldAt: instant('told_at'),
    /** The offers that matched at the start. */
    known: uuid().array().notNull().default([]),
    /** The offers that had a free seat then, or were mailed: each is mailed once. */
    told: uuid().array().notNull().default([]),
  },
  (table) => [
    check('offer_watch_state', sql`${table.state} in ${oneOf(watchStates)}`),
    check('offer_watch_target', sql`num_nonnulls(${table.courseId}, ${table.filter}) = 1`),
    check('offer_watch_ended', sql`(${table.state} = 'ended') = (${table.endedAt} is not null)`),
    uniqueIndex('offer_watch_once').on(table.email, table.club, table.target),
    index('offer_watch_links').using('gin', table.linkHashes),
    index('offer_watch_active')
      .on(table.expiresAt)
      .where(sql`${table.state} = 'active'`),
    keyIndex('offer_watch_user', table.userId),
    keyIndex('offer_watch_course', table.courseId),
  ],
);
