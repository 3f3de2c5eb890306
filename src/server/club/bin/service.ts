import { eq, getTableName, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { BinKindName } from '#shared/club/bin.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import { deletedRecord } from './table.ts';

/** Rows of one table that go with a record. */
export type DeletedPart = { table: PgTable; where: SQL | undefined };

type Deleted = {
  id: string;
  club: ClubName;
  kind: BinKindName;
  name: string;
  /** The right by which it is deleted; the same one brings it back. */ permission: Permission;
  /** Whose own it is; left out for a record of the club. */ ownerId?: string;
};

/**
 * Deletes a record and keeps a copy of it for 30 days. The first part is the record itself, the others are the rows that the
 * database deletes along with it, each after those that it refers to.
 */
export async function deleteToBin(
  tx: Transaction,
  context: Pick<Context, 'viewer'>,
  record: Deleted,
  [head, ...parts]: readonly [DeletedPart, ...DeletedPart[]],
): Promise<void> {
  const { userId, name } = signedIn(context);
  const copies = [head, ...parts].map(
    ({ table, where }) =>
      sql`jsonb_build_object('table', ${getTableName(table)}::text,
        'rows', (select coalesce(jsonb_agg(to_jsonb(${table})), '[]'::jsonb) from ${table} where ${where}))`,
  );
  await tx
    .insert(deletedRecord)
    .values({
      ...record,
      parts: sql`jsonb_build_array(${sql.join(copies, sql`, `)})`,
      deletedAt: now(),
      deletedById: userId,
      deletedBy: name,
    })
    .returning({ id: deletedRecord.id });
  await tx.delete(head.table).where(head.where);
}

/** Notes the bytes of the files that lie in the bin with a record: they stay as long as it does. */
export async function keepBytes(tx: Transaction, recordId: string, segments: readonly { id: string }[]): Promise<void> {
  await tx
    .update(deletedRecord)
    .set({ segments: [...segments] })
    .where(eq(deletedRecord.id, recordId));
}

/** What stood in a column of the deleted records of a kind, of every club: it stays theirs as long as they can come back. */
export async function valuesInBin(tx: Transaction, kind: BinKindName, column: PgColumn): Promise<{ club: ClubName; value: string }[]> {
  const value = sql<string>`${deletedRecord.parts} -> 0 -> 'rows' -> 0 ->> ${column.name}::text`;
  return beyondScope(tx, () => tx.select({ club: deletedRecord.club, value }).from(deletedRecord).where(eq(deletedRecord.kind, kind)));
}
