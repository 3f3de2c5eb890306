import { createHash, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { like, sql, type SQL } from 'drizzle-orm';
import fs from 'node:fs';
import path from 'node:path';
import { keepFile, replaceFile } from '../process/keptFile.ts';
import type { Settings } from '../process/settings.ts';
import { StartError } from '../process/startError.ts';
import { isSystemError } from '../process/systemError.ts';
import { everyClub, type Database, type Reader, type Transaction } from './database.ts';
import { systemValue } from './tables.ts';

/**
 * A key of encrypted columns. Its id is stored in every value that it encrypted and reveals nothing about the key. Node takes a key object
 * about four times faster than bytes, which it checks and copies for every value.
 */
export type Key = { id: string; sealing: KeyObject; hashing: KeyObject };

type Kept = Pick<Settings, 'DATA_DIR' | 'DATA_KEY'>;
type Ring = { keys: readonly [Key, ...Key[]]; source: Kept; readAt: number; changedMs: number };

const fileName = 'data.key';
const namePrefix = 'data.key.';
/** The maximum age of a key file in the memory of a running process: a rotation waits that long for the other processes. */
export const keyFileAgeMs = 1000;

/** One per process: columns are encrypted and decrypted without passing a key. */
let ring: Ring | undefined;

/** The key file of an installation without DATA_KEY: one key per line, the first one encrypts. */
export function keyFileOf({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return path.join(DATA_DIR, fileName);
}

/**
 * Reads the keys of encrypted columns, creates one on the first start, and records which of them the database needs. Throws a StartError if
 * a needed key is missing: the server would show garbage and encrypt with a second key.
 */
export async function openKeyRing(settings: Kept, database: Pick<Database, 'write'>): Promise<void> {
  await database.write(everyClub, async ({ tx }) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('data.key'))`);
    const needed = await readKeyIds(tx);
    if (needed.length === 0 && settings.DATA_KEY === undefined) await keepFile(keyFileOf(settings), newKey());
    useKeys(settings, needed, 'Die Datenbank');
    await tx
      .insert(systemValue)
      .values({ name: `${namePrefix}${sealingKey().id}`, value: new Date().toISOString() })
      .onConflictDoNothing();
  });
}

/** The ids of the keys with which values in a database may be encrypted. */
export async function readKeyIds(tx: Reader): Promise<string[]> {
  const rows = await tx
    .select({ name: systemValue.name })
    .from(systemValue)
    .where(like(systemValue.name, `${namePrefix}%`))
    .orderBy(systemValue.name);
  return rows.map(({ name }) => name.slice(namePrefix.length));
}

/** The time of the oldest key that the database still needs, which is about the first start of the product. */
export function firstKeyAt(): SQL {
  return sql`(select min(value::timestamptz) from ${systemValue} where ${like(systemValue.name, `${namePrefix}%`)})`;
}

/** Sets the keys in use; throws a StartError if a needed one is missing. `who` names what needs it. */
export function useKeys(settings: Kept, needed: readonly string[], who: string): void {
  const keys = readKeys(settings);
  const missing = needed.find((id) => !keys.some((key) => key.id === id));
  if (missing !== undefined)
    throw new StartError(
      `${who} enthält Angaben, die mit dem Schlüssel ${missing} verschlüsselt sind; er steht weder in DATA_KEY noch in ${keyFileOf(settings)}. ` +
        'Bitte den Schlüssel von dort zurückholen, wo er aufbewahrt ist (docs/operations.md).',
    );
  const [first, ...others] = keys;
  if (first) ring = { keys: [first, ...others], source: settings, readAt: Date.now(), changedMs: changedMs(settings) };
}

/** Puts a new key at the beginning of the file; running servers read it within `keyFileAgeMs`. */
export async function addKey(settings: Kept): Promise<void> {
  const file = keyFileOf(settings);
  const before = fs.readFileSync(file, 'utf8').trim();
  await replaceFile(file, `${newKey()}\n${before}`);
}

/** Deletes the record that the database needs keys other than the first. */
export async function releaseKeys(tx: Transaction): Promise<void> {
  await tx
    .delete(systemValue)
    .where(sql`${systemValue.name} like ${`${namePrefix}%`} and ${systemValue.name} <> ${namePrefix + sealingKey().id}`);
}

/** The key that encrypts now. */
export function sealingKey(): Key {
  const { source, readAt } = opened();
  if (Date.now() - readAt >= keyFileAgeMs) readAgain(source);
  return opened().keys[0];
}

/** The key with an id; rereads the file for a key added by a rotation in the meantime. */
export function keyWith(id: string): Key {
  const find = () => opened().keys.find((key) => key.id === id);
  const known = find();
  if (known) return known;
  readAgain(opened().source);
  const now = find();
  if (!now) throw new Error(`The key ${id} of sealed columns is missing.`);
  return now;
}

/** All keys with which values may be encrypted. */
export function everyKey(): readonly Key[] {
  return opened().keys;
}

function opened(): Ring {
  if (!ring) throw new Error('The keys of sealed columns are not loaded.');
  return ring;
}

function readAgain(source: Kept): void {
  const changed = changedMs(source);
  if (ring && changed === ring.changedMs) ring.readAt = Date.now();
  else useKeys(source, [], '');
}

function changedMs(settings: Kept): number {
  if (settings.DATA_KEY !== undefined) return 0;
  return fs.statSync(keyFileOf(settings), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function readKeys(settings: Kept): Key[] {
  const texts = settings.DATA_KEY?.split(',') ?? readLines(keyFileOf(settings));
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '' && !text.startsWith('#'))
    .map(keyOf);
}

function readLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}

function keyOf(text: string): Key {
  const part = (use: string) => Buffer.from(hkdfSync('sha256', text, '', `vereinsportal ${use}`, 32));
  return {
    id: createHash('sha256').update(part('id')).digest('hex').slice(0, 8),
    sealing: createSecretKey(part('sealed columns')),
    hashing: createSecretKey(part('search')),
  };
}

function newKey(): string {
  return randomBytes(48).toString('base64url');
}
