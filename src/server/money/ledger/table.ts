import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { chargeSources } from '#shared/money/chargeWords.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { oneOf } from '#server/platform/database/columns.ts';

/** A club's own ledger account. A trigger assigns a new charge the account of its rule or source, which it keeps. */
export const ledgerAccount = pgTable(
  'ledger_account',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    name: text().notNull(),
    sphere: text({ enum: taxSpheres }).notNull(),
    /** The first day on which nothing new is booked to it. */
    endedOn: date('ended_on'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('ledger_account_sphere', sql`${table.sphere} in ${oneOf(taxSpheres)}`),
    uniqueIndex('ledger_account_name').on(table.club, sql`lower(${table.name})`),
  ],
);

/** The account of each charge source; a source has at most one. */
export const ledgerSource = pgTable(
  'ledger_source',
  {
    club: clubColumn(),
    source: text({ enum: chargeSources }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccount.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.club, table.source] }),
    index('ledger_source_account').on(table.accountId),
    check('ledger_source_source', sql`${table.source} in ${oneOf(chargeSources)} and ${table.source} <> 'refund'`),
  ],
);
