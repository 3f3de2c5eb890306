import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { customType, type PgColumn } from 'drizzle-orm/pg-core';
import { maskedIban } from '#shared/kernel/iban.ts';
import { everyKey, keyWith, sealingKey } from './keyRing.ts';

/**
 * A sealed value is one text: the mark, the id of its key, a keyed hash for equality and the last four signs for masks (both
 * only of accounts), and what was encrypted. What has no mark was written before columns were sealed, and is as it is.
 */
const mark = 's1';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text, bound to its column, so that it cannot be moved to another one. An empty text says nothing and stays. */
export function seal(label: string, text: string, isAccount = false): string {
  if (text === '') return '';
  const key = sealingKey();
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key.sealing, iv).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  return [mark, key.id, isAccount ? hashBy(key.hashing, text) : '', isAccount ? text.slice(-4) : '', sealed].join(':');
}

/** The text that was sealed; a value that was altered or moved is an error. */
export function unseal(label: string, value: string): string {
  if (!isSealed(value)) return value;
  const [, keyId = '', , , sealed = ''] = value.split(':');
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyWith(keyId).sealing, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(label))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

function isSealed(value: string): boolean {
  return value.startsWith(`${mark}:`);
}

function hashBy(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

type TextOptions = { label: string; isAccount?: boolean };

/** A text column whose values stand encrypted in the database; `label` is its table and name, and never changes. */
export const sealedText = (name: string, { label, isAccount }: TextOptions) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (text) => seal(label, text, isAccount),
    fromDriver: (value) => unseal(label, value),
  })(name);

/** A column of JSON, of which one field stands encrypted; a mask in its place stays as it is. */
export const sealedJson = <Data extends { [field: string]: unknown }>(name: string, { label, field }: { label: string; field: string }) => {
  const change = (value: Data, by: (text: string) => string): Data => {
    const text = value[field];
    return typeof text === 'string' && !text.includes(maskSign) ? { ...value, [field]: by(text) } : value;
  };
  return customType<{ data: Data; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(change(value, (text) => seal(label, text, true))),
    // The driver has parsed the column; what stands in it is what `toDriver` was given.
    fromDriver: (value) => change(value as Data, (text) => unseal(label, text)),
  })(name);
};

const maskSign = '•';

/** A column with sealed values: where in it the sealed text stands, and what of a value its person is shown. */
export type SealedColumn = { column: PgColumn; text: SQL; show: (value: unknown) => unknown };

/** A column of notes for the list of all sealed ones. */
export function sealedNote(column: PgColumn): SealedColumn {
  return { column, text: sql`${column}`, show: (value) => column.mapFromDriverValue(value) };
}

/** A column with a whole file for that list. */
export function sealedFile(column: PgColumn): SealedColumn {
  return { column, text: sql`${column}`, show: () => '(Datei)' };
}

/** A column of accounts for that list. */
export function sealedAccount(column: PgColumn): SealedColumn {
  return { column, text: sql`${column}`, show: (value) => maskedIban(String(column.mapFromDriverValue(value))) };
}

/** A column of JSON with an account in a field, for that list. */
export function sealedAccountIn(column: PgColumn, field: string): SealedColumn {
  const text = sql`${column} ->> ${sql.raw(`'${field}'`)}`;
  return {
    column,
    text: sql`case when ${text} not like ${`%${maskSign}%`} then ${text} end`,
    show: (value) => {
      const opened: unknown = column.mapFromDriverValue(value);
      if (typeof opened !== 'object' || opened === null) return opened;
      const masked = Object.entries(opened).map(([key, one]) => [key, key === field ? maskedIban(String(one)) : one]);
      return Object.fromEntries(masked);
    },
  };
}

/** Rows of a column that nobody sealed yet, or that were with another key than the present one. */
export function isToSeal({ text }: SealedColumn): SQL {
  return sql`${text} <> '' and ${text} not like ${`${mark}:${sealingKey().id}:%`}`;
}

/** Rows whose sealed account is this one. */
export function isAccount(column: PgColumn, account: string): SQL {
  const hashes = everyKey().map(({ hashing }) => sql`${hashBy(hashing, account)}`);
  return sql`split_part(${column}, ':', 3) in (${sql.join(hashes, sql`, `)})`;
}

/** The last four signs of a sealed account, in SQL. */
export function accountEnd(column: SQL | PgColumn): SQL<string> {
  return sql<string>`case when ${column} like ${`${mark}:%`} then split_part(${column}, ':', 4) else right(${column}, 4) end`;
}
