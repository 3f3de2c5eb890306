import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { outboxSets, outboxStates } from '#shared/kernel/mail/outboxStates.ts';
import { oneOf } from './columns.ts';

/** Responses to creating requests with an Idempotency-Key: a repeated request gets the first response. Kept for 24 h. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    /** The user, or the network address of a visitor. */
    owner: text().notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    /** JSON, encrypted: some responses contain values that are stored nowhere else in plain text. */
    answer: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index('idempotency_key_age').on(table.createdAt)],
);

/** Committed bulk writes: the same one sent again is rejected. */
export const committedBatch = pgTable('committed_batch', {
  id: uuid().primaryKey(),
  committedAt: timestamp('committed_at', { withTimezone: true }).notNull().defaultNow(),
});

/** The number of attempts within the current window; shared by all processes. */
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

/** An attachment of an email: its text, its bytes, or its storage path. */
export type Attachment = { name: string; type: string } & (
  | { text: string }
  | { base64: string }
  | { path: string }
  | {
      /** The text of a QR code, rendered when the email is sent. */
      code: string;
    }
);

/** Outgoing emails: written in the transaction of the write, sent after it, kept if there is no mail server. */
export const outboxMail = pgTable(
  'outbox_mail',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The purpose of the email; kinds with a secret link are listed to admins without their text. */
    kind: text().notNull(),
    club: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** The same as HTML, if it is more than plain text. */
    html: text(),
    /** Attachments; emptied once the email is sent. */
    attachments: jsonb().$type<readonly Attachment[]>(),
    replyTo: text('reply_to'),
    /** The one-click unsubscribe URL (RFC 8058); only for emails that are based on consent. */
    unsubscribeUrl: text('unsubscribe_url'),
    /** Groups emails that were written together. */
    batchId: uuid('batch_id'),
    /** Deduplicates: a repeated write has the same key and sends no second email. */
    onceKey: text('once_key').unique(),
    /** The record that the email is about, e.g. an enrolment, by which it is found. */
    subjectId: uuid('subject_id'),
    /** The occasion, by which an unsent email is withdrawn. */
    occasion: uuid(),
    /** Held: restored from a backup, so that it is unknown whether it was sent in the meantime. */
    state: text({ enum: outboxStates }).notNull().default('queued'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    /** The end of the sending process's lease. An expired lease was left by a process that ended. */
    leaseUntil: timestamp('lease_until', { withTimezone: true }),
    lostLeases: integer('lost_leases').notNull().default(0),
    /** The same in every attempt, so that duplicates are recognised (RFC 5322, 3.6.4). */
    messageId: text('message_id'),
    /** When no more attempts are made. */
    giveUpAt: timestamp('give_up_at', { withTimezone: true })
      .notNull()
      .default(sql`now() + interval '5 days'`),
    /** When the link in it expires; the email is not sent after that. */
    validUntil: timestamp('valid_until', { withTimezone: true }),
    /** Why it failed permanently; only a rejection by the recipient's server counts against the address. */
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

/** Values shared by all processes and not set by hand, such as the secret created on the first start. */
export const systemValue = pgTable('system_value', { name: text().primaryKey(), value: text().notNull() });

/** Erasures, by kind and id only: a restored backup omits these records. Also in DATA_DIR/erasures.log, in case the database is lost. */
export const erasure = pgTable(
  'erasure',
  {
    kind: text().notNull(),
    id: text().notNull(),
    erasedAt: timestamp('erased_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);
