import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { binKindNames } from '#shared/club/bin.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { instant, oneOf } from '#server/platform/database/columns.ts';
import { clubColumn } from '../clubs/table.ts';

/** The deleted rows of one table, by column name. */
export type BinPart = { table: string; rows: { [column: string]: unknown }[] };

/** Rows that referenced the record in a column, by id, and the value set by the deletion. */
export type BinLink = { table: string; column: string; ids: string[]; instead: string | null };

/** Deleted records that can be restored: a copy of their rows, in insertion order. */
export const deletedRecord = pgTable(
  'deleted_record',
  {
    /** The id of the deleted record. */
    id: uuid().primaryKey(),
    club: clubColumn(),
    kind: text({ enum: binKindNames }).notNull(),
    name: text().notNull(),
    /** The permission to delete the record; restoring takes the same one. */
    permission: text().$type<Permission>().notNull(),
    /** The owner's account; null for a record of the club. The foreign key is defined in the migration. */
    ownerId: uuid('owner_id'),
    parts: jsonb().$type<BinPart[]>().notNull(),
    /** Remaining rows that referenced the record; restored unless they have been changed since. */
    links: jsonb().$type<BinLink[]>().notNull().default([]),
    /** The segments of its files, which are stored outside of the database until the record is purged. */
    segments: jsonb().$type<{ id: string }[]>().notNull().default([]),
    deletedAt: instant('deleted_at').notNull(),
    /** The account that deleted the record. */
    deletedById: uuid('deleted_by_id'),
    deletedBy: text('deleted_by').notNull(),
  },
  (table) => [
    check('deleted_record_kind', sql`${table.kind} in ${oneOf(binKindNames)}`),
    index('deleted_record_newest').on(table.club, table.deletedAt, table.id),
    index('deleted_record_owner').on(table.ownerId),
  ],
);
