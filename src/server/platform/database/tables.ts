import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { outboxSets, outboxStates } from '#shared/kernel/mail/outboxStates.ts';
import { oneOf } from './columns.ts';

/** The answers to creating requests that carried an Idempotency-Key: sent again, they get the first answer. Kept for 24 h. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    /** The user, or the network address of somebody who is not signed in. */
    owner: text().notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    /** JSON, sealed: some answers hold what stands nowhere else in the open. */
    answer: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index('idempotency_key_age').on(table.createdAt)],
);

/** Bulk writes that were committed: the same one sent again is refused. */
export const committedBatch = pgTable('committed_batch', {
  id: uuid().primaryKey(),
  committedAt: timestamp('committed_at', { withTimezone: true }).notNull().defaultNow(),
});

/** How often something was tried within the running window; shared by all processes. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEnds: timestamp('window_ends', { withTimezone: true }).notNull(),
    blockedUntil: timestamp('blocked_until', { withTimezone: true }),
  },
  (table) => [index('rate_limit_age').on(table.windowEnds)],
);

/** A file that goes along with a mail: its text, its bytes, or where it is stored. */
export type Attachment = { name: string; type: string } & (
  | { text: string }
  | { base64: string }
  | { path: string }
  | {
      /** The text of a QR code; it is drawn when the mail leaves. */
      code: string;
    }
);

/** Mails on their way out: written in the transaction of the write, sent after it, kept when there is no mail server. */
export const outboxMail = pgTable(
  'outbox_mail',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Why the mail is written; kinds with a secret link are listed to admins without their text. */
    kind: text().notNull(),
    club: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The same as HTML, where it is more than plain words. */
    html: text(),
    /** Files that go along; emptied once it is sent. */
    attachments: jsonb().$type<readonly Attachment[]>(),
    replyTo: text('reply_to'),
    /** Where one click ends mails of this kind (RFC 8058); only where consent is their basis. */
    unsubscribeUrl: text('unsubscribe_url'),
    /** Mails that were written together. */
    batchId: uuid('batch_id'),
    /** The same write writes the same key, so a repeated one sends no second mail. */
    onceKey: text('once_key').unique(),
    /** The record that the mail is about, e.g. an enrolment, so that it is found again from there. */
    subjectId: uuid('subject_id'),
    /** The occasion: a mail that has not left is withdrawn by it. */
    occasion: uuid(),
    /** Held are those that a restored backup brought back: nobody knows whether they went out meanwhile. */
    state: text({ enum: outboxStates }).notNull().default('queued'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    /** Until when a process has it in hand. One that ran out was left behind by a process that ended. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
    lostLeases: integer('lost_leases').notNull().default(0),
    /** The same in every attempt, so that a repeated mail is recognised as one (RFC 5322, 3.6.4). */
    messageId: text('message_id'),
    /** When it is tried no more. */
    giveUpAt: timestamp('give_up_at', { withTimezone: true })
      .notNull()
      .default(sql`now() + interval '5 days'`),
    /** When the link in it ends; after that it is not sent, for nobody could use it. */
    validUntil: timestamp('valid_until', { withTimezone: true }),
    /** Why it failed for good; only what the recipient's server refused counts against an address. */
    failure: text({ enum: ['recipient', 'server', 'unknown'] }),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    check('outbox_mail_state', sql`${table.state} in ${oneOf(outboxStates)}`),
    check('outbox_mail_failure', sql`${table.failure} in ('recipient', 'server', 'unknown')`),
    index('outbox_mail_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} = 'queued'`),
    index('outbox_mail_club').on(table.club, table.id),
    index('outbox_mail_recent').on(table.club, table.createdAt),
    index('outbox_mail_recipient').on(table.recipient),
    index('outbox_mail_recipient_lower').on(sql`lower(${table.recipient})`),
    index('outbox_mail_open')
      .on(table.club)
      .where(sql`${table.state} in ${oneOf(outboxSets.open)}`),
    index('outbox_mail_batch')
      .on(table.batchId, table.state)
      .where(sql`${table.batchId} is not null`),
    index('outbox_mail_subject')
      .on(table.subjectId)
      .where(sql`${table.subjectId} is not null`),
    index('outbox_mail_occasion')
      .on(table.occasion)
      .where(sql`${table.occasion} is not null`),
    index('outbox_mail_bulk_sent')
      .on(table.sentAt)
      .where(sql`${table.kind} = 'bulk'`),
    index('outbox_mail_failed')
      .on(table.recipient)
      .where(sql`${table.state} = 'failed'`),
  ],
);

/** Values that all processes share and nobody sets by hand, such as the secret made at the first start. */
export const systemValue = pgTable('system_value', { name: text().primaryKey(), value: text().notNull() });

/**
 * Erasures, by kind and id alone: a restored backup leaves these out. Kept also in DATA_DIR/erasures.log,
 * beyond the reach of whatever happens to the database.
 */
export const erasure = pgTable(
  'erasure',
  {
    kind: text().notNull(),
    id: text().notNull(),
    erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);
