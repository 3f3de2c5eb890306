import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { kindsOfNotices, noticeKinds, noticeTopics } from '#shared/accounts/noticeTopics.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { appUser } from '../users/table.ts';

/** A notice to one account; not to be confused with `notice`, the table of the live stream. */
export const userNotice = pgTable(
  'user_notice',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    club: clubColumn(),
    topic: text({ enum: noticeTopics }).notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** The same event notifies an account once, however many of its persons are concerned. */
    onceKey: text('once_key').notNull(),
    /** What the notice is about; used to take it back before it is visible. */
    occasion: uuid(),
    /** Until then the notice is hidden and can be taken back. */
    shownFrom: instant('shown_from').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    check('user_notice_topic', sql`${table.topic} in ${oneOf(noticeTopics)}`),
    uniqueIndex('user_notice_once').on(table.userId, table.onceKey),
    index('user_notice_latest').on(table.userId, table.shownFrom),
    index('user_notice_occasion')
      .on(table.occasion)
      .where(sql`${table.occasion} is not null`),
    index('user_notice_old').on(table.shownFrom),
  ],
);

/** Kinds that can be chosen per person. */
const byPerson = noticeKinds.filter((kind) => kindsOfNotices[kind].isByPerson);

/** Kinds whose mail can be declined. */
const withoutMail = noticeKinds.filter((kind) => !kindsOfNotices[kind].isMailFixed);

/** How an account wants to be notified, where it differs from the default. */
export const userNoticeChoice = pgTable(
  'user_notice_choice',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    kind: text({ enum: noticeKinds }).notNull(),
    /** The person concerned; null for all persons of the account. The foreign key is in the migration. */
    personId: uuid('person_id'),
    mail: boolean().notNull(),
    push: boolean().notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    unique('user_notice_choice_once').on(table.userId, table.kind, table.personId).nullsNotDistinct(),
    index('user_notice_choice_person').on(table.personId),
    check('user_notice_choice_by_person', sql`${table.personId} is null or ${table.kind} in ${oneOf(byPerson)}`),
    check('user_notice_choice_kind', sql`${table.kind} in ${oneOf(noticeKinds)}`),
    check('user_notice_choice_one', sql`${table.kind} <> 'dates' or ${table.mail} or ${table.push}`),
    check('user_notice_choice_mail', sql`${table.mail} or ${table.kind} in ${oneOf(withoutMail)}`),
  ],
);
