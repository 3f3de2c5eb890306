import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ReceiptContent } from '#shared/money/donations/contract.ts';
import { donationKinds, noticeKinds } from '#shared/money/donations/words.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { bankLine } from '../bank/table.ts';

/** The tax notice of a club that issues receipts. */
export const donationSettings = pgTable(
  'donation_settings',
  {
    club: clubColumn().primaryKey(),
    issuer: text().notNull(),
    place: text().notNull(),
    taxOffice: text('tax_office').notNull(),
    taxNumber: text('tax_number').notNull(),
    noticeKind: text('notice_kind', { enum: noticeKinds }).notNull(),
    noticeOn: date('notice_on').notNull(),
    assessedFor: text('assessed_for').notNull().default(''),
    purposes: text().notNull(),
    /** Since when the tax office knows that receipts are made by machine, and are good without a signature. */
    announcedOn: date('announced_on'),
    version: integer().notNull().default(1),
  },
  (table) => [check('donation_settings_kind', sql`${table.noticeKind} in ${oneOf(noticeKinds)}`)],
);

/** A receipt about donations. The numbers of a club and year have no gap: rows are never deleted before their time, only cancelled. */
export const donationReceipt = pgTable(
  'donation_receipt',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    year: integer().notNull(),
    number: integer().notNull(),
    issuedOn: date('issued_on').notNull(),
    donorName: text('donor_name').notNull(),
    cents: integer().notNull(),
    /** All that stands on it, as it was. */
    content: jsonb().$type<ReceiptContent>().notNull(),
    /** The sheet itself (PDF, base64), which never changes; null in rows from before, until somebody asks for it. */
    file: text(),
    /** Of the sheet. */
    sha256: text().notNull().default(''),
    mailedAt: instant('mailed_at'),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').references(() => appUser.id, { onDelete: 'set null' }),
    cancelledAt: instant('cancelled_at'),
    reason: text().notNull().default(''),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('donation_receipt_number').on(table.club, table.year, table.number),
    check('donation_receipt_cancelled', sql`${table.cancelledAt} is null or ${table.reason} <> ''`),
    check('donation_receipt_cents', sql`${table.cents} > 0 and ${table.number} > 0`),
    keyIndex('donation_receipt_created_by', table.createdById),
  ],
);

/** A donation: money given, or waived expenses. Dated into a closed period it neither comes, changes nor goes (a trigger). */
export const donation = pgTable(
  'donation',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    donorName: text('donor_name').notNull(),
    donorAddress: text('donor_address').notNull(),
    kind: text({ enum: donationKinds }).notNull(),
    cents: integer().notNull(),
    receivedOn: date('received_on').notNull(),
    note: text().notNull().default(''),
    /** It was given in cash. */
    inCash: boolean('in_cash').notNull().default(false),
    /** The receipt that counts. */
    receiptId: uuid('receipt_id').references(() => donationReceipt.id),
    /** The line of the bank that brought it. */
    bankLineId: uuid('bank_line_id').references(() => bankLine.id, { onDelete: 'set null' }),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('donation_list').on(table.club, table.receivedOn),
    index('donation_of_receipt').on(table.receiptId),
    uniqueIndex('donation_line').on(table.bankLineId),
    check('donation_kind', sql`${table.kind} in ${oneOf(donationKinds)}`),
    check('donation_cents', sql`${table.cents} > 0`),
  ],
);
