import { createCipheriv, createDecipheriv, createHmac, randomBytes, type KeyObject } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { customType, type PgColumn } from 'drizzle-orm/pg-core';
import { maskedIban } from '#shared/kernel/iban.ts';
import { everyKey, keyWith, sealingKey } from './keyRing.ts';

/**
 * The format of an encrypted value: the mark, the key id, a keyed hash for equality and the last four characters for masks (both only for
 * bank accounts), and the ciphertext. A value without the mark is plain text from before encryption was introduced.
 */
const mark = 's1';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text and binds it to its column, so that it cannot be moved to another one. An empty text stays empty. */
export function seal(label: string, text: string, isAccount = false): string {
  if (text === '') return '';
  const key = sealingKey();
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key.sealing, iv).setAAD(Buffer.from(label));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
  return [mark, key.id, isAccount ? hashBy(key.hashing, text) : '', isAccount ? text.slice(-4) : '', sealed].join(':');
}

/** Decrypts a value; throws for one that was altered or moved. */
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

function hashBy(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

type TextOptions = { label: string; isAccount?: boolean };

/** A text column with encrypted values; `label` is its table and column name and must never change. */
export const sealedText = (name: string, { label, isAccount }: TextOptions) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => 'text',
    toDriver: (text) => seal(label, text, isAccount),
    fromDriver: (value) => unseal(label, value),
  })(name);

/** A JSON column in which one field is encrypted; a masked value stays as it is. */
export const sealedJson = <Data extends { [field: string]: unknown }>(name: string, { label, field }: { label: string; field: string }) => {
  const change = (value: Data, by: (text: string) => string): Data => {
    const text = value[field];
    return typeof text === 'string' && !text.includes(maskSign) ? { ...value, [field]: by(text) } : value;
  };
  return customType<{ data: Data; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(change(value, (text) => seal(label, text, true))),
    // The driver has parsed the column; its value has the type that `toDriver` received.
    fromDriver: (value) => change(value as Data, (text) => unseal(label, text)),
  })(name);
};

const maskSign = '•';

/** An encrypted column: the SQL of the encrypted text, and how a value is shown to its person. */
export type SealedColumn = { column: PgColumn; text: SQL; show: (value: unknown) => unknown };

/** An encrypted column of notes for the list of all encrypted columns. */
export function sealedNote(column: PgColumn): SealedColumn {
  return { column, text: sql`${column}`, show: (value) => column.mapFromDriverValue(value) };
}

/** An encrypted column with a whole file for that list. */
export function sealedFile(column: PgColumn): SealedColumn {
  return { column, text: sql`${column}`, show: () => '(Datei)' };
}

/** An encrypted column of bank accounts for that list. */
export function sealedAccount(column: PgColumn): SealedColumn {
  return { column, text: sql`${column}`, show: (value) => maskedIban(String(column.mapFromDriverValue(value))) };
}

/** A JSON column with an encrypted bank account in one field for that list. */
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

/** The condition for values that are plain or encrypted with a key other than the current one. */
export function isToSeal({ text }: SealedColumn): SQL {
  return sql`${text} <> '' and ${text} not like ${`${mark}:${sealingKey().id}:%`}`;
}

/** The keyed hash of a bank account, as encrypted ones contain it: it tells that two are the same, and nothing else. */
export function accountHash(account: string): string {
  return hashBy(sealingKey().hashing, account);
}

/** SQL for the keyed hash of an encrypted bank account. */
export function hashOfAccount(column: PgColumn): SQL<string> {
  return sql<string>`split_part(${column}, ':', 3)`;
}

/** The condition for rows whose encrypted bank account equals `account`. */
export function isAccount(column: PgColumn, account: string): SQL {
  const hashes = everyKey().map(({ hashing }) => sql`${hashBy(hashing, account)}`);
  return sql`split_part(${column}, ':', 3) in (${sql.join(hashes, sql`, `)})`;
}

/** SQL for the last four characters of an encrypted bank account. */
export function accountEnd(column: SQL | PgColumn): SQL<string> {
  return sql<string>`case when ${column} like ${`${mark}:%`} then split_part(${column}, ':', 4) else right(${column}, 4) end`;
}
