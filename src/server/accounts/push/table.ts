import { bigint, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#server/platform/database/columns.ts';
import { userNotice } from '../notices/table.ts';
import { authSession } from '../sessions/table.ts';
import { appUser } from '../users/table.ts';

/** A device's push subscription. Signing out ends it, an expired session does not. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .unique()
      .references(() => authSession.id, { onDelete: 'cascade' }),
    /** The URL at the push service; with it and the keys anybody can send messages to the device. */
    endpoint: text().notNull().unique(),
    /** The push service; due messages are sent per service. */
    origin: text().notNull(),
    /** The User-Agent header of the browser. */
    device: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant('created_at').notNull(),
    lastOkAt: instant('last_ok_at'),
    /** Consecutive refusals by the push service. */
    failures: integer().notNull().default(0),
  },
  (table) => [index('push_subscription_user').on(table.userId)],
);

/** A pending push message. Its text is composed when it is sent; the row is deleted when it is done. */
export const pushMessage = pgTable(
  'push_message',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscription.id, { onDelete: 'cascade' }),
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => userNotice.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    /** When it is due; while a process holds it, when the lease ends. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** After this the notice is obsolete and not sent. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('push_message_once').on(table.subscriptionId, table.noticeId),
    index('push_message_notice').on(table.noticeId),
    index('push_message_due').on(table.nextAttemptAt),
  ],
);
