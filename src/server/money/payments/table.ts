import { sql } from 'drizzle-orm';
import { boolean, check, date, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { paymentKinds } from '#shared/money/paymentWords.ts';
import { clubAccount } from '#server/club/bankAccounts/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, keyIndex, oneOf } from '#server/platform/database/columns.ts';
import { bankLine } from '../bank/table.ts';
import { charge, sepaRun } from '../charges/table.ts';
import { onePayer, payerColumns } from '../payers/columns.ts';

/** A payment on the account of a payer, or a waiver. Rows are append-only (enforced by a trigger): errors are reversed by a counter-entry. Credit is the part without an allocation. */
export const payment = pgTable(
  'payment',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    ...payerColumns(),
    kind: text({ enum: paymentKinds }).notNull(),
    cents: integer().notNull(),
    /** It was paid out in cash; implied by the kind cash. */
    inCash: boolean('in_cash').notNull().default(false),
    bookedOn: date('booked_on').notNull(),
    /** The account of the club; null for the first one, from before there were several. */
    accountId: uuid('account_id').references(() => clubAccount.id),
    /** The run that collected it. */
    runId: uuid('run_id').references(() => sepaRun.id),
    /** The line of the statement. */
    bankLineId: uuid('bank_line_id').references(() => bankLine.id),
    /** The payment that this one reverses. */
    reverses: uuid(),
    note: text().notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.reverses], foreignColumns: [table.id] }),
    uniqueIndex('payment_reversed_once').on(table.reverses),
    index('payment_account').on(table.payerId, table.bookedOn),
    index('payment_payer').on(table.payerPersonId),
    keyIndex('payment_organisation', table.organisationId),
    index('payment_run').on(table.runId),
    index('payment_bank_line').on(table.bankLineId),
    keyIndex('payment_club_account', table.accountId),
    check('payment_one_payer', onePayer(table)),
    check('payment_kind', sql`${table.kind} in ${oneOf(paymentKinds)}`),
    check(
      'payment_sign',
      sql`${table.reverses} is not null or case when ${table.kind} = 'offset' then ${table.cents} = 0
        when ${table.kind} = 'opening' then ${table.cents} <> 0
        when ${table.kind} in ('payout', 'debit_return') then ${table.cents} < 0 else ${table.cents} > 0 end`,
    ),
  ],
);

/** An allocation: cents of a payment that settle a charge; a trigger keeps `settled_cents` and the state of the charge in step. Append-only. */
export const allocation = pgTable(
  'allocation',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payment.id),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charge.id),
    cents: integer().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('allocation_payment').on(table.paymentId),
    index('allocation_charge').on(table.chargeId),
    check('allocation_cents', sql`${table.cents} <> 0`),
  ],
);
