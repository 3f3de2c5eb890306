import { eq, inArray, lt, sql } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { keepBytes, type DeletedPart } from '#server/club/bin/service.ts';
import { deletedRecord } from '#server/club/bin/table.ts';
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
import { storageGarbage, storageObject, storageSize, uploadSession, type Segment } from './table.ts';

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

/** What lies in the bin of stored files, behind the record that they belong to: themselves, and their pictures in other sizes. */
export function partsOfFiles(paths: readonly string[]): DeletedPart[] {
  if (paths.length === 0) return [];
  const own = inArray(storageObject.path, [...paths]);
  return [
    { table: storageObject, where: own },
    { table: storageSize, where: inArray(storageSize.objectId, sql`(select ${storageObject.id} from ${storageObject} where ${own})`) },
  ];
}

/** Deletes the stored files of a record in the bin; their bytes stay as long as it lies there. */
export async function letGoToBin(tx: Transaction, recordId: string, paths: readonly string[]): Promise<void> {
  const segments = await bytesOf(tx, paths);
  await letGoOf(tx, paths);
  await holdBytes(tx, recordId, segments);
}

/** Where the bytes of stored files lie, those of their pictures in other sizes too. */
export async function bytesOf(tx: Transaction, paths: readonly string[]): Promise<Segment[]> {
  if (paths.length === 0) return [];
  const rows = await tx
    .select({ segments: storageObject.segments, size: storageSize.segment })
    .from(storageObject)
    .leftJoin(storageSize, eq(storageSize.objectId, storageObject.id))
    .where(inArray(storageObject.path, [...paths]));
  return [...new Map(rows.flatMap(({ segments, size }) => [...segments, ...(size ? [size] : [])]).map((one) => [one.id, one])).values()];
}

/** Keeps the bytes of deleted files as long as their record lies in the bin. */
export async function holdBytes(tx: Transaction, recordId: string, segments: readonly Segment[]): Promise<void> {
  if (segments.length === 0) return;
  await keepBytes(tx, recordId, segments);
  await tx.delete(storageGarbage).where(
    inArray(
      storageGarbage.segmentId,
      segments.map(({ id }) => id),
    ),
  );
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
    const { rows } = await database.read(everyClub, (tx) =>
      tx.execute<{ id: string }>(sql`
        with known as (
          select s ->> 'id' as id from storage_object, jsonb_array_elements(segments) as s
          union all select s ->> 'id' from upload_session, jsonb_array_elements(segments) as s
          union all select segment ->> 'id' from storage_size
          union all select s ->> 'id' from ${deletedRecord}, jsonb_array_elements(${deletedRecord.segments}) as s
          union all select segment_id from storage_garbage)
        select id from unnest(${sql.param(batch)}::text[]) as id where id not in (select id from known)`),
    );
    for (const { id } of rows) {
      await blobs.remove(id);
      removed++;
    }
  }
  if (removed > 0) log.info({ removed }, 'bytes without a file were removed');
  return removed;
}
