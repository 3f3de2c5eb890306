import { boolean, date, integer, pgView, text, uuid } from 'drizzle-orm/pg-core';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant } from '#server/platform/database/columns.ts';

/**
 * Everybody who may pay at a club, people as well as organisations: with a name for lists, a display name, an address, and
 * the account number. An organisation has no first name; its email address is its own, else that of the contact who may sign for it, else
 * that of its first contact.
 */
export const payer = pgView('payer', {
  id: uuid().notNull(),
  club: clubColumn(),
  isOrganisation: boolean('is_organisation').notNull(),
  firstname: text().notNull(),
  lastname: text().notNull(),
  listedName: text('listed_name').notNull(),
  name: text().notNull(),
  email: text(),
  street: text(),
  houseNo: text('house_no'),
  postcode: text(),
  city: text(),
  birthDate: date('birth_date'),
  diedOn: date('died_on'),
  accountNo: integer('account_no').notNull(),
  anonymisedAt: instant('anonymised_at'),
}).existing();

/** The numbers by which a transfer names an account: its own, and those of the records merged into its payer. */
export const payerNumber = pgView('payer_number', {
  payerId: uuid('payer_id').notNull(),
  club: clubColumn(),
  accountNo: integer('account_no').notNull(),
}).existing();

export type PayerRow = typeof payer.$inferSelect;
