import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { like, sql, type SQL } from 'drizzle-orm';
import fs from 'node:fs';
import path from 'node:path';
import { keepFile, replaceFile } from '../process/keptFile.ts';
import type { Settings } from '../process/settings.ts';
import { StartError } from '../process/startError.ts';
import { isSystemError } from '../process/systemError.ts';
import { everyClub, type Database, type Reader, type Transaction } from './database.ts';
import { systemValue } from './tables.ts';

/** A key of sealed columns. Its id stands in every value that it sealed, and says nothing about it. */
export type Key = { id: string; sealing: Buffer; hashing: Buffer };

type Kept = Pick<Settings, 'DATA_DIR' | 'DATA_KEY'>;
type Ring = { keys: readonly [Key, ...Key[]]; source: Kept; readAt: number; changedMs: number };

const fileName = 'data.key';
const namePrefix = 'data.key.';
/** How old a running process may know its key file: a rotation waits that long for the others. */
export const keyFileAgeMs = 1000;

/** One for the process: columns are opened and sealed without being handed a key. */
let ring: Ring | undefined;

/** The file with the keys of an installation that has no DATA_KEY: one in each line, the first one seals. */
export function keyFileOf({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string {
  return path.join(DATA_DIR, fileName);
}

/**
 * Reads the keys of sealed columns, made at the first start, and notes which of them the database needs. A database that
 * needs a key that is not here ends the start: the server would show nonsense, and seal with a second key.
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

/** The ids of the keys that values in a database may be sealed with. */
export async function readKeyIds(tx: Reader): Promise<string[]> {
  const rows = await tx
    .select({ name: systemValue.name })
    .from(systemValue)
    .where(like(systemValue.name, `${namePrefix}%`))
    .orderBy(systemValue.name);
  return rows.map(({ name }) => name.slice(namePrefix.length));
}

/** When the database got the first key that it still needs, which is about when the product was started first. */
export function firstKeyAt(): SQL {
  return sql`(select min(value::timestamptz) from ${systemValue} where ${like(systemValue.name, `${namePrefix}%`)})`;
}

/** Takes the keys into use if those that are needed are among them; refuses in one sentence that names what needs one. */
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

/** Puts a new key before the others in the file; running servers take it within `keyFileAgeMs`. */
export async function addKey(settings: Kept): Promise<void> {
  const file = keyFileOf(settings);
  const before = fs.readFileSync(file, 'utf8').trim();
  await replaceFile(file, `${newKey()}\n${before}`);
}

/** Forgets that the database needs other keys than the first. */
export async function releaseKeys(tx: Transaction): Promise<void> {
  await tx
    .delete(systemValue)
    .where(sql`${systemValue.name} like ${`${namePrefix}%`} and ${systemValue.name} <> ${namePrefix + sealingKey().id}`);
}

/** The key that seals now. */
export function sealingKey(): Key {
  const { source, readAt } = opened();
  if (Date.now() - readAt >= keyFileAgeMs) readAgain(source);
  return opened().keys[0];
}

/** The key with an id; a key that came with a rotation since is found, too. */
export function keyWith(id: string): Key {
  const find = () => opened().keys.find((key) => key.id === id);
  const known = find();
  if (known) return known;
  readAgain(opened().source);
  const now = find();
  if (!now) throw new Error(`The key ${id} of sealed columns is missing.`);
  return now;
}

/** All keys that values may be sealed with. */
export function everyKey(): readonly Key[] {
  return opened().keys;
}

function opened(): Ring {
  if (!ring) throw new Error('The keys of sealed columns were not opened.');
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
    sealing: part('sealed columns'),
    hashing: part('search'),
  };
}

function newKey(): string {
  return randomBytes(48).toString('base64url');
}
