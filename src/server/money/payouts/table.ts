import { sql } from 'drizzle-orm';
import { bigint, check, date, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { nameAnswers, payoutRunStates, payoutSources } from '#shared/money/payouts/words.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { person } from '#server/people/persons/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { sealedText } from '#server/platform/database/sealing.ts';
import { payment } from '../payments/table.ts';

/** The bank account of a person for payouts. */
export const payeeAccount = pgTable(
  'payee_account',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => person.id),
    club: clubColumn(),
    iban: sealedText('iban', { label: 'payee_account.iban', isAccount: true }).notNull(),
    holder: text().notNull(),
    changedBy: text('changed_by').notNull(),
    /** When it replaced another one; null for the first. */
    changedAt: instant('changed_at'),
  },
  (table) => [index('payee_account_club').on(table.club)],
);

/** One file of transfers for the bank; its contents are stored, so that the file is always the same. */
export const payoutRun = pgTable(
  'payout_run',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    messageId: text('message_id').notNull(),
    executionOn: date('execution_on').notNull(),
    executedOn: date('executed_on'),
    state: text({ enum: payoutRunStates }).notNull().default('draft'),
    /** The account of the club; null for the first one, from before there were several. */
    accountId: uuid('account_id').references(() => clubAccount.id),
    debtorName: text('debtor_name').notNull(),
    debtorIban: text('debtor_iban').notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    createdBy: text('created_by').notNull(),
    createdById: uuid('created_by_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('payout_run_message').on(table.messageId),
    index('payout_run_list').on(table.club, table.createdAt),
    check('payout_run_state', sql`${table.state} in ${oneOf(payoutRunStates)}`),
    check('payout_run_executed', sql`(${table.state} = 'executed') = (${table.executedOn} is not null)`),
    keyIndex('payout_run_created_by', table.createdById),
    keyIndex('payout_run_account', table.accountId),
  ],
);

/** An item of a transfer. What is to be paid is in one run only, until that is discarded or the item failed. */
export const payoutItem = pgTable(
  'payout_item',
  {
    id: uuid().primaryKey(),
    runId: uuid('run_id').notNull(),
    club: clubColumn(),
    source: text({ enum: payoutSources }).notNull(),
    sourceId: uuid('source_id').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    iban: sealedText('iban', { label: 'payout_item.iban', isAccount: true }).notNull(),
    holder: text().notNull(),
    cents: integer().notNull(),
    remittance: text().notNull(),
    endToEndId: text('end_to_end_id').notNull(),
    /** The payment recorded at its execution. */
    paymentId: uuid('payment_id').references(() => payment.id, { onDelete: 'set null' }),
    /** What the bank said of name and IBAN (Verification of Payee). */
    nameAnswer: text('name_answer', { enum: nameAnswers }),
    /** Set if the run was discarded or the bank returned it; it can then be paid again. */
    failedReason: text('failed_reason').notNull().default(''),
  },
  (table) => [
    foreignKey({ columns: [table.runId], foreignColumns: [payoutRun.id] }).onDelete('cascade'),
    uniqueIndex('payout_item_once')
      .on(table.source, table.sourceId)
      .where(sql`${table.failedReason} = '' and ${table.source} <> 'credit'`),
    index('payout_item_run').on(table.runId),
    index('payout_item_person').on(table.personId),
    index('payout_item_payment').on(table.paymentId),
    check('payout_item_source', sql`${table.source} in ${oneOf(payoutSources)}`),
    check('payout_item_name_answer', sql`${table.nameAnswer} in ${oneOf(nameAnswers)}`),
    check('payout_item_cents', sql`${table.cents} > 0`),
  ],
);

export type RunRow = typeof payoutRun.$inferSelect;
export type ItemRow = typeof payoutItem.$inferSelect;
