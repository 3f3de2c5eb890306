import { bigint, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#server/platform/database/columns.ts';
import { userNotice } from '../notices/table.ts';
import { authSession } from '../sessions/table.ts';
import { appUser } from '../users/table.ts';

/** Where a device is reached for notifications. Signing out ends it; a session that expired does not. */
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
    /** The address at the push service; with it and the keys anybody can write to the device. */
    endpoint: text().notNull().unique(),
    /** The push service; due messages go out service by service. */
    origin: text().notNull(),
    /** What the browser calls itself. */
    device: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: instant('created_at').notNull(),
    lastOkAt: instant('last_ok_at'),
    /** How often in a row the service refused us. */
    failures: integer().notNull().default(0),
  },
  (table) => [index('push_subscription_user').on(table.userId)],
);

/** A pending push of a notice to a device. Its text is made when it is sent; the row is deleted when it is done. */
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
    /** When it is due; while a process has it in hand, when another one may take it. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** After that the notification is obsolete. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    unique('push_message_once').on(table.subscriptionId, table.noticeId),
    index('push_message_notice').on(table.noticeId),
    index('push_message_due').on(table.nextAttemptAt),
  ],
);
