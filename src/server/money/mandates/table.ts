import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { club } from '#server/club/clubs/table.ts';
import { person } from '#server/people/persons/table.ts';

const clubColumn = () => text().$type<ClubName>().notNull();

export const mandateKinds = ['recurrent', 'one_off'] as const;
export const mandateStates = ['active', 'used_up', 'revoked', 'expired'] as const;

/** The leave to collect from an account by SEPA, given by the person who pays. Its reference never changes (domain.md 4). */
export const sepaMandate = pgTable(
  'sepa_mandate',
  {
    id: uuid().primaryKey(),
    club: clubColumn().references(() => club.name),
    payerPersonId: uuid('payer_person_id')
      .notNull()
      .references(() => person.id),
    reference: text().notNull(),
    signedOn: date('signed_on').notNull(),
    /** Without spaces, in capital letters. */
    iban: text().notNull(),
    bic: text(),
    accountHolder: text('account_holder').notNull(),
    kind: text({ enum: mandateKinds }).notNull().default('recurrent'),
    state: text({ enum: mandateStates }).notNull().default('active'),
    lastUsedOn: date('last_used_on'),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('sepa_mandate_kind', sql`${table.kind} in ('recurrent', 'one_off')`),
    check('sepa_mandate_state', sql`${table.state} in ('active', 'used_up', 'revoked', 'expired')`),
    check('sepa_mandate_reference', sql`length(${table.reference}) between 1 and 35`),
    check('sepa_mandate_iban', sql`${table.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`),
    check('sepa_mandate_holder', sql`length(${table.accountHolder}) between 1 and 70`),
    uniqueIndex('sepa_mandate_reference_once').on(table.club, table.reference),
    uniqueIndex('sepa_mandate_one_active')
      .on(table.payerPersonId)
      .where(sql`${table.state} = 'active' and ${table.kind} = 'recurrent'`),
  ],
);
