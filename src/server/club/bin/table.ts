import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { binKindNames } from '#shared/club/bin.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { clubColumn } from '../clubs/table.ts';

/** The rows of one table as they were, by the names of their columns. */
export type BinPart = { table: string; rows: { [column: string]: unknown }[] };

/** Rows that named the record in a column, by their ids, and what the deletion put there instead. */
export type BinLink = { table: string; column: string; ids: string[]; instead: string | null };

/** What was deleted and can be brought back: a copy of its rows, in the order in which they go back. */
export const deletedRecord = pgTable(
  'deleted_record',
  {
    /** The id of the record itself. */
    id: uuid().primaryKey(),
    club: clubColumn(),
    kind: text({ enum: binKindNames }).notNull(),
    name: text().notNull(),
    /** The right by which it was deleted; the same one brings it back. */
    permission: text().$type<Permission>().notNull(),
    /** Whose own it was; null for a record of the club. The key to the account stands in the migration. */
    ownerId: uuid('owner_id'),
    parts: jsonb().$type<BinPart[]>().notNull(),
    /** The rows that stayed and named it; they do so again where nobody has put them elsewhere. */
    links: jsonb().$type<BinLink[]>().notNull().default([]),
    /** The bytes of its files, which lie outside the database until it is gone for good. */
    segments: jsonb().$type<{ id: string }[]>().notNull().default([]),
    deletedAt: instant('deleted_at').notNull(),
    /** The account that deleted it. */
    deletedById: uuid('deleted_by_id'),
    deletedBy: text('deleted_by').notNull(),
  },
  (table) => [
    check('deleted_record_kind', sql`${table.kind} in ${oneOf(binKindNames)}`),
    index('deleted_record_newest').on(table.club, table.deletedAt, table.id),
    index('deleted_record_owner').on(table.ownerId),
  ],
);
