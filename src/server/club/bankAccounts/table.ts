import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant, keyIndex, oneOf } from '#server/platform/database/columns.ts';

/** A bank account, or the cash box. */
export const accountKinds = ['bank', 'cash'] as const;

/**
 * The places where a club keeps money: its bank accounts, and its cash box. Rows are never deleted. Money without an account lies on the
 * first bank account: it was booked before there were several. A trigger assigns new money the account of its bank line, its run or the
 * payment that it reverses, otherwise the one that collects or pays.
 */
export const clubAccount = pgTable(
  'club_account',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    name: text().notNull(),
    kind: text({ enum: accountKinds }).notNull().default('bank'),
    /** The holder as known to the bank. */
    holder: text().notNull().default(''),
    /** In full: it is told to everyone who pays. */
    iban: text().notNull().default(''),
    bic: text().notNull().default(''),
    creditorId: text('creditor_id').notNull().default(''),
    /** The creditor identifier of mandates that were taken over from before its change. */
    formerCreditorId: text('former_creditor_id').notNull().default(''),
    isCollect: boolean('is_collect').notNull().default(false),
    isPay: boolean('is_pay').notNull().default(false),
    /** False until a second person confirms it (parameter sepa.fourEyes). */
    isConfirmed: boolean('is_confirmed').notNull().default(true),
    /** The account that set its IBAN last, who therefore does not confirm it. Its foreign key is in the migration only: the wing of accounts is above. */
    changedById: uuid('changed_by_id'),
    openingCents: bigint('opening_cents', { mode: 'number' }),
    openingOn: date('opening_on'),
    endedOn: date('ended_on'),
    createdAt: instant('created_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('club_account_iban')
      .on(table.club, table.iban)
      .where(sql`${table.iban} <> ''`),
    uniqueIndex('club_account_name').on(table.club, sql`lower(${table.name})`),
    uniqueIndex('club_account_collects')
      .on(table.club)
      .where(sql`${table.isCollect}`),
    uniqueIndex('club_account_pays')
      .on(table.club)
      .where(sql`${table.isPay}`),
    uniqueIndex('club_account_cash')
      .on(table.club)
      .where(sql`${table.kind} = 'cash'`),
    keyIndex('club_account_changed_by', table.changedById),
    check('club_account_kind', sql`${table.kind} in ${oneOf(accountKinds)}`),
    check('club_account_opening', sql`(${table.openingCents} is null) = (${table.openingOn} is null)`),
    check('club_account_cash_box', sql`${table.kind} = 'bank' or (${table.iban} = '' and coalesce(${table.openingCents}, 0) >= 0)`),
    check(
      'club_account_usable',
      sql`not (${table.isCollect} or ${table.isPay}) or (${table.kind} = 'bank' and ${table.isConfirmed} and ${table.endedOn} is null)`,
    ),
  ],
);
