import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { legalBases, mailStates, type Audience } from '#shared/content/mails.ts';
import type { RichText } from '#shared/kernel/richText.ts';
import { keyIndex, oneOf } from '#server/platform/database/columns.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { appUser } from '#server/accounts/users/table.ts';

/**
 * Bulk e-mails: drafts, scheduled ones and the archive. The messages of a sent one are in the outbox with this id as the batch; kept for
 * twelve months.
 */
export const mailMessage = pgTable(
  'mail_message',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    subject: text().notNull(),
    body: jsonb().$type<RichText>().notNull(),
    audience: jsonb().$type<Audience>().notNull(),
    /** The name of the audience at the time of sending. */
    audienceName: text('audience_name').notNull(),
    legalBasis: text('legal_basis', { enum: legalBases }).notNull(),
    replyTo: text('reply_to').notNull(),
    recipients: integer().notNull(),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    sender: text().notNull(),
    state: text({ enum: mailStates }).notNull().default('sent'),
    /** The send time of a scheduled e-mail; its recipients are resolved then. */
    sendAt: timestamp('send_at', { withTimezone: true, precision: 3 }),
    /** Why a scheduled e-mail was turned back into a draft. */
    heldBecause: text('held_because'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    check('mail_message_basis', sql`${table.legalBasis} in ('contract', 'membership', 'consent')`),
    check('mail_message_state', sql`${table.state} in ${oneOf(mailStates)}`),
    check('mail_message_planned', sql`${table.state} <> 'planned' or ${table.sendAt} is not null`),
    index('mail_message_due')
      .on(table.sendAt)
      .where(sql`${table.state} = 'planned'`),
    index('mail_message_archive').on(table.club, table.createdAt, table.id),
    keyIndex('mail_message_created_by', table.createdBy),
  ],
);

/** Attachments of an e-mail or draft. The bytes are stored with the files of the club. */
export const mailFile = pgTable(
  'mail_file',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => mailMessage.id, { onDelete: 'cascade' }),
    club: clubColumn(),
    path: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    bytes: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.path] }), index('mail_file_path').on(table.path)],
);

/** E-mail templates of a board. */
export const mailTemplate = pgTable(
  'mail_template',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    name: text().notNull(),
    subject: text().notNull(),
    body: jsonb().$type<RichText>().notNull(),
    version: integer().notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    check('mail_template_name', sql`length(${table.name}) between 1 and 60`),
    uniqueIndex('mail_template_once').on(table.club, sql`lower(${table.name})`),
  ],
);

/** A recipient of an e-mail: one row and one message per address, with the persons concerned. */
export const mailRecipient = pgTable(
  'mail_recipient',
  {
    messageId: uuid('message_id')
      .notNull()
      .references(() => mailMessage.id, { onDelete: 'cascade' }),
    club: clubColumn(),
    email: text().notNull(),
    name: text().notNull(),
    personIds: uuid('person_ids').array().notNull(),
    /** Hash of the token in /unsubscribe/{token}; set only where the legal basis is consent. */
    unsubscribeHash: text('unsubscribe_hash'),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.email] }), uniqueIndex('mail_recipient_unsubscribe').on(table.unsubscribeHash)],
);
