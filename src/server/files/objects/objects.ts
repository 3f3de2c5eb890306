import { and, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { isAdmin } from '#shared/kernel/roles.ts';
import { now } from '#server/platform/process/clock.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import { collectLater } from '../uploads/garbage.ts';
import { recordWrite, type Resource } from '../uploads/commit.ts';
import { mayBeCalled } from '../bytes/contentTypes.ts';
import { mergeMetadata, toResource, type GivenMetadata, type ObjectRow } from '../protocol/metadata.ts';
import { allowed } from '../folders/allowedPaths.ts';
import { notFound, permissionDenied, StorageRefusal, unauthenticated } from '../protocol/refusal.ts';
import type { Actor } from '../protocol/rules.ts';
import type { Storage } from './storage.ts';
import { storageObject } from './table.ts';

/** Identifies an object. */
export type Key = { bucket: string; path: string };

const keyOf = ({ bucket, path }: Key) => and(eq(storageObject.bucket, bucket), eq(storageObject.path, path));

/** Reads the metadata of a file. */
export async function readResource(storage: Storage, actor: Actor | undefined, key: Key): Promise<Resource> {
  await allowed(storage, actor, 'read', key.path);
  return toResource(await findObject(storage, key));
}

/** The row of a file; 404 when there is none. */
export async function findObject({ database }: Pick<Storage, 'database'>, key: Key): Promise<ObjectRow> {
  const [row] = await database.orm.select().from(storageObject).where(keyOf(key));
  if (!row) throw notFound();
  return row;
}

/** Changes the metadata of a file; its bytes and content type are unchanged. */
export async function changeMetadata(storage: Storage, actor: Actor | undefined, key: Key, given: GivenMetadata): Promise<Resource> {
  return change(storage, actor, key, (row) => {
    const said = given.contentType ?? row.contentType;
    if (!mayBeCalled(row.contentType, said))
      throw new StorageRefusal(400, `The bytes are ${row.contentType}.`, { reason: 'type-not-allowed' });
    return { metadata: mergeMetadata(row.metadata, given), contentType: said };
  });
}

/** Adds or revokes a download token; a last revoked token is replaced by a new one. Board members only. */
export async function changeTokens(
  storage: Storage,
  actor: Actor | undefined,
  key: Key,
  asked: 'create' | { remove: string },
): Promise<Resource> {
  const { rule } = await allowed(storage, actor, 'write', key.path);
  if (!isAdmin(actor?.role) || !rule.isPublic) throw permissionDenied();
  return change(storage, actor, key, ({ downloadTokens }) => {
    const left = asked === 'create' ? [...downloadTokens, randomUUID()] : downloadTokens.filter((one) => one !== asked.remove);
    return { downloadTokens: left.length > 0 ? left : [randomUUID()] };
  });
}

/** Deletes a file; its bytes are deleted after the transaction has been committed. */
export async function deleteObject(storage: Storage, actor: Actor | undefined, key: Key): Promise<void> {
  await allowed(storage, actor, 'delete', key.path);
  if (!actor) throw unauthenticated();
  await storage.database.write(everyClub, async (write) => {
    const row = await lock(write.tx, key);
    await write.tx.delete(storageObject).where(eq(storageObject.id, row.id));
    recordWrite(write, actor, row, 'Datei gelöscht', 'delete');
  });
  collectLater(storage);
}

async function change(
  storage: Storage,
  actor: Actor | undefined,
  key: Key,
  valuesOf: (row: ObjectRow) => Partial<typeof storageObject.$inferInsert>,
): Promise<Resource> {
  await allowed(storage, actor, 'write', key.path);
  if (!actor) throw unauthenticated();
  return storage.database.write(everyClub, async (write) => {
    const row = await lock(write.tx, key);
    const [changed] = await write.tx
      .update(storageObject)
      .set({ ...valuesOf(row), metageneration: row.metageneration + 1, updated: now() })
      .where(eq(storageObject.id, row.id))
      .returning();
    if (!changed) throw notFound();
    recordWrite(write, actor, changed, 'Dateiangaben geändert', 'write');
    return toResource(changed);
  });
}

async function lock(tx: Transaction, key: Key): Promise<ObjectRow> {
  const [row] = await tx.select().from(storageObject).where(keyOf(key)).for('update');
  if (!row) throw notFound();
  return row;
}
