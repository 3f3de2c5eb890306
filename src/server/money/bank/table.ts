import { sql } from 'drizzle-orm';
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bankLineSets, bankLineStates } from '#shared/money/bankWords.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, keyIndex, oneOf } from '#server/platform/database/columns.ts';

/** An imported file of the bank, once for each content. The file itself is not stored. */
export const bankStatement = pgTable(
  'bank_statement',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    /** The account of the club; null for the first one, from before there were several. */
    accountId: uuid('account_id').references(() => clubAccount.id),
    sha256: text().notNull(),
    fileName: text('file_name').notNull(),
    format: text().notNull(),
    /** The number given by the bank. */
    number: text().notNull().default(''),
    firstOn: date('first_on'),
    lastOn: date('last_on'),
    openingCents: bigint('opening_cents', { mode: 'number' }),
    closingCents: bigint('closing_cents', { mode: 'number' }),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('bank_statement_once').on(table.club, table.sha256), keyIndex('bank_statement_account', table.accountId)],
);

/** A line of a statement. Only the ends of the payer's account number are stored. */
export const bankLine = pgTable(
  'bank_line',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    /** The account of the club; null for the first one, from before there were several. */
    accountId: uuid('account_id').references(() => clubAccount.id),
    /** Null for bookings from before lines were stored. */
    statementId: uuid('statement_id').references(() => bankStatement.id),
    fingerprint: text().notNull(),
    bookedOn: date('booked_on').notNull(),
    /** Orders the lines of a day as in their statement, and statements by import. */
    position: integer().notNull().default(0),
    cents: integer().notNull(),
    name: text().notNull().default(''),
    account: text().notNull().default(''),
    /** The keyed hash of that account, by which later payments are recognised; empty if the bank names none. */
    ibanHash: text('iban_hash').notNull().default(''),
    /** The club's own account on the other side of a transfer. */
    otherAccountId: uuid('other_account_id').references(() => clubAccount.id),
    purpose: text().notNull().default(''),
    endToEndId: text('end_to_end_id').notNull().default(''),
    mandateReference: text('mandate_reference').notNull().default(''),
    /** The reference of the run or payout file that a line settles as a whole. */
    batchReference: text('batch_reference').notNull().default(''),
    /** The reason code of a returned debit, and the bank's fee. */
    returnCode: text('return_code'),
    feeCents: integer('fee_cents').notNull().default(0),
    state: text({ enum: bankLineStates }).notNull().default('new'),
    /** The references of the charges that it paid. */
    references: text().array().notNull().default([]),
    /** The reason why it needs no decision. */
    reason: text().notNull().default(''),
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('bank_line_once').on(table.club, table.fingerprint),
    index('bank_line_list').on(table.club, table.state, table.bookedOn, table.position, table.id),
    index('bank_line_statement').on(table.statementId),
    index('bank_line_iban')
      .on(table.club, table.ibanHash)
      .where(sql`${table.ibanHash} <> ''`),
    keyIndex('bank_line_account', table.accountId),
    keyIndex('bank_line_other_account', table.otherAccountId),
    check('bank_line_state', sql`${table.state} in ${oneOf(bankLineStates)}`),
    check('bank_line_decided', sql`(${table.state} in ${oneOf(bankLineSets.settled)}) = (${table.decidedAt} is not null)`),
    check('bank_line_lengths', sql`length(${table.name}) <= 200 and length(${table.purpose}) <= 500 and length(${table.account}) <= 20`),
  ],
);
