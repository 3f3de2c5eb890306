import { and, eq, sql } from 'drizzle-orm';
import { allowed } from '../folders/allowedPaths.ts';
import { StorageRefusal } from './refusal.ts';
import { mayListAbove, type Actor } from './rules.ts';
import type { Storage } from '../objects/storage.ts';
import { storageObject } from '../objects/table.ts';

export type Listing = { prefixes: string[]; items: { name: string; bucket: string }[]; nextPageToken?: string };

type Asked = { bucket: string; prefix: string; delimiter: string | null; maxResults: string | null; pageToken: string | null };

const pageAtMost = 1000;

/**
 * Lists the objects under a prefix in byte order. With a delimiter folders count towards the page size, and each folder
 * is on one page only.
 */
export async function listObjects(storage: Storage, actor: Actor | undefined, asked: Asked): Promise<Listing> {
  const { bucket, prefix, delimiter } = asked;
  if (delimiter !== null && delimiter !== '/' && delimiter !== '') throw new StorageRefusal(400, 'The delimiter must be "/".');
  if (!mayListAbove(actor, prefix)) await allowed(storage, actor, 'list', prefix);
  const limit = limitOf(asked.maxResults);
  const listing: Listing = { prefixes: [], items: [] };
  let after = asked.pageToken === null ? prefix : cursorOf(asked.pageToken, prefix);
  let folder: string | undefined;
  for (;;) {
    const names = await readNames(storage, bucket, prefix, after);
    for (const name of names) {
      // Skips the contents of a folder that is already listed.
      if (folder !== undefined && name.startsWith(folder)) continue;
      if (listing.items.length + listing.prefixes.length === limit) {
        return { ...listing, nextPageToken: Buffer.from(after).toString('base64url') };
      }
      const slash = delimiter === '/' ? name.indexOf('/', prefix.length) : -1;
      folder = slash === -1 ? undefined : name.slice(0, slash + 1);
      if (folder === undefined) listing.items.push({ name, bucket });
      else listing.prefixes.push(folder);
      after = folder === undefined ? name : folder + behindAll;
    }
    if (names.length < batch) return listing;
  }
}

/** Sorts after every name in a folder. */
const behindAll = '\u{10FFFF}';
const batch = 1000;

async function readNames({ database }: Storage, bucket: string, prefix: string, after: string): Promise<string[]> {
  const path = sql`${storageObject.path} collate "C"`;
  const rows = await database.orm
    .select({ path: storageObject.path })
    .from(storageObject)
    .where(and(eq(storageObject.bucket, bucket), sql`${path} > ${after}`, sql`${path} < ${prefix + behindAll}`))
    .orderBy(path)
    .limit(batch);
  return rows.map((row) => row.path);
}

function limitOf(asked: string | null): number {
  if (asked === null) return pageAtMost;
  if (!/^\d{1,6}$/.test(asked) || Number(asked) < 1) throw new StorageRefusal(400, 'maxResults must be a number from 1 to 1000.');
  return Math.min(Number(asked), pageAtMost);
}

function cursorOf(token: string, prefix: string): string {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  if (!text.startsWith(prefix) || text.includes('\0') || text.length > 2100) throw new StorageRefusal(400, 'The page token is invalid.');
  return text;
}
