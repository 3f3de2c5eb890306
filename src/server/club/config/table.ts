import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The keys of the config document `parameters` that differ from their defaults. */
export const configParameter = pgTable('config_parameter', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  updatedBy: uuid('updated_by'),
  version: integer().notNull().default(1),
});
