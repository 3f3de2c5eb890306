import { boolean, date, integer, pgView, text, uuid } from 'drizzle-orm/pg-core';
import { clubColumn } from '#server/club/clubs/table.ts';
import { instant } from '#server/platform/database/columns.ts';

/**
 * Everybody who may pay at a club, people and organisations alike: with a name as lists show it and as it is said, an address, and
 * the number of the account. An organisation has no first name; mails reach it at its own address, else at its first contact.
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

export type PayerRow = typeof payer.$inferSelect;
