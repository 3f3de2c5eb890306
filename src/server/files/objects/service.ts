import { eq, inArray, lt, sql } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import type { Blobs } from '../bytes/blobs.ts';
import { commit } from '../uploads/commit.ts';
import { collectGarbage } from '../uploads/garbage.ts';
import { openBlobs } from '../bytes/openBlobs.ts';
import type { Actor } from '../protocol/rules.ts';
import { newSegmentId, readSegments } from '../uploads/segments.ts';
import { Sums } from '../uploads/sums.ts';
import type { Storage } from './storage.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import { storageObject, uploadSession } from './table.ts';

/** Stores bytes that the server itself made, as `actor` would: with the same checks, sizes and records. */
export async function storeFile(storage: Storage, actor: Actor, path: string, bytes: Buffer): Promise<void> {
  const segment = { id: newSegmentId(), bytes: bytes.length };
  await storage.blobs.write(segment.id, Readable.from([bytes]));
  const bucket = storage.settings.STORAGE_BUCKET;
  const arrived = {
    bucket,
    path,
    segments: [segment],
    ...new Sums().update(bytes).digest(),
    expectedMd5: undefined,
    declaredType: undefined,
    metadata: {},
  };
  try {
    await commit(storage, actor, arrived);
  } catch (error) {
    await storage.blobs.remove(segment.id);
    throw error;
  }
}

/** The stored files of these paths. */
export function filesAt(tx: Transaction, paths: readonly string[]) {
  const { path, sizeBytes, contentType } = storageObject;
  return tx
    .select({ path, sizeBytes, contentType })
    .from(storageObject)
    .where(inArray(path, [...paths]))
    .limit(paths.length);
}

/** All bytes of a stored file; undefined where there is none. For files that fit into memory. */
export async function readFile({ database, settings }: Pick<Services, 'database' | 'settings'>, path: string): Promise<Buffer | undefined> {
  const [row] = await database.read(everyClub, (tx) =>
    tx.select({ segments: storageObject.segments }).from(storageObject).where(eq(storageObject.path, path)).limit(1),
  );
  return row && buffer(await readSegments(openBlobs(settings), row.segments));
}

/** Deletes stored files; their bytes follow. */
export async function letGoOf(tx: Transaction, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await tx.delete(storageObject).where(inArray(storageObject.path, [...paths]));
}

const dayMs = 24 * 60 * 60 * 1000;

/** Ends uploads that were idle for 24 hours, and deletes released bytes. */
export async function sweepUploads({ database, settings }: Services, blobs: Blobs = openBlobs(settings)): Promise<number> {
  await database.orm.delete(uploadSession).where(lt(uploadSession.expiresAt, now()));
  return collectGarbage({ database, blobs });
}

/**
 * Deletes bytes without a row: leftovers of a killed process. Only those older than a day, since younger ones may belong to an upload whose row is written in the next moment.
 */
export async function deleteOrphans({ database, settings, log }: Services, blobs: Blobs = openBlobs(settings)): Promise<number> {
  const old: string[] = [];
  for await (const { id, writtenAt } of blobs.list()) if (now().getTime() - writtenAt.getTime() > dayMs) old.push(id);
  let removed = 0;
  for (const batch of blocksOf(old)) {
    const { rows } = await database.orm.execute<{ id: string }>(sql`
      with known as (
        select s ->> 'id' as id from storage_object, jsonb_array_elements(segments) as s
        union all select s ->> 'id' from upload_session, jsonb_array_elements(segments) as s
        union all select segment ->> 'id' from storage_size
        union all select segment_id from storage_garbage)
      select id from unnest(${sql.param(batch)}::text[]) as id where id not in (select id from known)`);
    for (const { id } of rows) {
      await blobs.remove(id);
      removed++;
    }
  }
  if (removed > 0) log.info({ removed }, 'bytes without a file were removed');
  return removed;
}
