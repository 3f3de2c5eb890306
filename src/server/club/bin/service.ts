import { and, eq, getColumnTable, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { binDays, type BinKindName } from '#shared/club/bin.ts';
import { addDays, localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { inAllClubs, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import { deletedRecord, type BinLink } from './table.ts';

/** Rows of one table that are deleted with a record. */
export type DeletedPart = { table: PgTable; where: SQL | undefined };

/** A column of remaining rows that references the record, and the id that the deletion sets there. */
type DeletedLink = { column: PgColumn; instead: string | null };

type Deleted = {
  id: string;
  club: ClubName;
  kind: BinKindName;
  name: string;
  /** The permission to delete it; restoring takes the same one. */ permission: Permission;
  /** Columns that the deletion sets to another value; foreign keys with `on delete set null` are found automatically. */ links?: readonly DeletedLink[];
  /** The owner's account; omitted for a record of the club. */ ownerId?: string;
};

/**
 * Deletes a record and keeps a copy for 30 days. The first part is the record itself; the others are the rows that the database deletes in
 * cascade, each after those that it references.
 */
export async function deleteToBin(
  tx: Transaction,
  context: Pick<Context, 'viewer'>,
  { links = [], ...record }: Deleted,
  [head, ...parts]: readonly [DeletedPart, ...DeletedPart[]],
): Promise<void> {
  const { userId, name } = signedIn(context);
  const copies = [head, ...parts].map(
    ({ table, where }) =>
      sql`jsonb_build_object('table', ${getTableName(table)}::text,
        'rows', (select coalesce(jsonb_agg(to_jsonb(${table})), '[]'::jsonb) from ${table} where ${where}))`,
  );
  const emptied = await emptiedWith(tx, getTableName(head.table));
  const named = await oneByOne(
    [
      ...links.map(({ column, instead }) => ({ table: getTableName(getColumnTable(column)), column: column.name, instead })),
      ...emptied.filter(({ table }) => !parts.some((part) => getTableName(part.table) === table)),
    ],
    (link) => unlink(tx, record.id, link),
  );
  await tx
    .insert(deletedRecord)
    .values({
      ...record,
      parts: sql`jsonb_build_array(${sql.join(copies, sql`, `)})`,
      links: named.filter(({ ids }) => ids.length > 0),
      deletedAt: now(),
      deletedById: userId,
      deletedBy: name,
    })
    .returning({ id: deletedRecord.id });
  await tx.delete(head.table).where(head.where);
}

type Unlinking = Omit<BinLink, 'ids'>;

/** The columns that the database sets to null when a row of a table is deleted. */
async function emptiedWith(tx: Transaction, table: string): Promise<Unlinking[]> {
  const { rows } = await tx.execute<Unlinking>(sql`
    select t.relname::text as table, a.attname::text as column, null as instead
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confdeltype = 'n' and c.confrelid = ${table}::regclass and cardinality(c.conkey) = 1
      and exists (select 1 from pg_attribute i where i.attrelid = c.conrelid and i.attname = 'id' and i.atttypid = 'uuid'::regtype)
    order by 1, 2`);
  return rows;
}

/** Replaces the record's id in a column of the remaining rows; returns the ids of these rows. */
async function unlink(tx: Transaction, id: string, { table, column, instead }: Unlinking): Promise<BinLink> {
  const own = sql.identifier(column);
  const { rows } = await tx.execute<{ id: string }>(
    sql`update ${sql.identifier(table)} set ${own} = ${instead}::uuid where ${own} = ${id}::uuid returning id`,
  );
  return { table, column, ids: rows.map((row) => row.id), instead };
}

/** Stores the segments of the files of a deleted record; their bytes are kept as long as it is in the bin. */
export async function keepBytes(tx: Transaction, recordId: string, segments: readonly { id: string }[]): Promise<void> {
  await tx
    .update(deletedRecord)
    .set({ segments: [...segments] })
    .where(eq(deletedRecord.id, recordId));
}

/** The values of a column in the deleted records of a kind, for all clubs; they remain reserved while the record can be restored. */
export async function valuesInBin(tx: Transaction, kind: BinKindName, column: PgColumn): Promise<{ club: ClubName; value: string }[]> {
  const value = sql<string>`${deletedRecord.parts} -> 0 -> 'rows' -> 0 ->> ${column.name}::text`;
  return inAllClubs(tx, () => tx.select({ club: deletedRecord.club, value }).from(deletedRecord).where(eq(deletedRecord.kind, kind)));
}

/** Who deleted a record of a club, and when; null for one that is there, or never was. */
export async function deletionOf(tx: Transaction, club: ClubName, id: string): Promise<{ by: string; at: string } | null> {
  const [deleted] = await tx
    .select({ by: deletedRecord.deletedBy, at: deletedRecord.deletedAt })
    .from(deletedRecord)
    .where(and(eq(deletedRecord.id, id), eq(deletedRecord.club, club)));
  return deleted ? { by: deleted.by, at: deleted.at.toISOString() } : null;
}

/** The last day on which a deleted record can be restored. */
export function lastDayOf({ deletedAt }: Pick<typeof deletedRecord.$inferSelect, 'deletedAt'>): LocalDate {
  return addDays(localOf(deletedAt).date, binDays);
}
