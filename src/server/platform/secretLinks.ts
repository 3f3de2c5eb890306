import { createHash, randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { text, type AnyPgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Transaction } from './database/database.ts';

/** The number of links of one record that are valid at the same time; a further email invalidates the oldest. */
const linksKept = 30;

/** A table whose records are opened by links in emails: it stores only hashes of their secrets. */
type Linked = PgTable & { id: AnyPgColumn; linkHashes: AnyPgColumn };

/** The column for the link hashes of a table whose records are opened by links in emails. */
export function linkHashesColumn() {
  return text('link_hashes')
    .array()
    .notNull()
    .default(sql`'{}'`);
}

/** 32 random bytes for a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a link's secret. The migration that hashed the older links computes the same. */
export function linkHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Creates a further link for a record and returns its secret, which cannot be read again. The links of earlier emails stay valid. */
export async function issueLink(tx: Transaction, table: Linked, id: string): Promise<string> {
  const secret = newSecret();
  await tx.execute(
    sql`update ${table} set link_hashes = (array_prepend(${linkHash(secret)}::text, link_hashes))[1:${sql.raw(String(linksKept))}] where id = ${id}`,
  );
  return secret;
}

/** The condition for rows that the secret of a link opens. */
export function isOpenedBy(table: Linked, secret: string): SQL {
  return sql`${table.linkHashes} @> array[${linkHash(secret)}::text]`;
}

/**
 * Whether a key is the id of a record instead of a link's secret: viewers open their own records by id, after an access check. Secrets
 * never have this format.
 */
export function isRecordId(key: string): boolean {
  return z.uuid().safeParse(key).success;
}
