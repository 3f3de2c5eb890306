import { date, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { clubColumn } from '#server/club/clubs/table.ts';

/** A processor of a club, with the first day of its contract. */
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
