import { createHash, randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { text, type AnyPgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Transaction } from './database/database.ts';

/** So many links of one record work at the same time; a further mail ends the oldest. */
const linksKept = 30;

/** A record that links in mails open: it keeps the hashes of their secrets, never a secret itself. */
type Linked = PgTable & { id: AnyPgColumn; linkHashes: AnyPgColumn };

/** The column of a table whose rows are opened by links in mails. */
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

/** What the database keeps of the secret in a link. The migration that hashed the older links computes the same. */
export function linkHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Makes a further link for a record and gives its secret, which nobody can read again: each mail carries one of its own,
 * and those of the mails before go on working.
 */
export async function issueLink(tx: Transaction, table: Linked, id: string): Promise<string> {
  const secret = newSecret();
  await tx.execute(
    sql`update ${table} set link_hashes = (array_prepend(${linkHash(secret)}::text, link_hashes))[1:${sql.raw(String(linksKept))}] where id = ${id}`,
  );
  return secret;
}

/** The rows that the secret of a link opens. */
export function isOpenedBy(table: Linked, secret: string): SQL {
  return sql`${table.linkHashes} @> array[${linkHash(secret)}::text]`;
}

/**
 * Whether a key is the id of a record in place of the secret of a link: the viewer opens what is theirs by its id,
 * and only after their right to it was asked. No secret has this form.
 */
export function isRecordId(key: string): boolean {
  return z.uuid().safeParse(key).success;
}
