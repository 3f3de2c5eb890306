import { date, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { clubColumn } from '#server/club/clubs/table.ts';

/** Who processes data on behalf of a club, and since which day under a contract. */
export const processor = pgTable(
  'processor',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    name: text().notNull(),
    service: text().notNull(),
    contractOn: date('contract_on'),
    version: integer().notNull().default(1),
  },
  (table) => [unique('processor_once').on(table.club, table.name, table.service)],
);
