import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { now } from '#server/platform/process/clock.ts';
import { everyClub, type Write, type Transaction } from '#server/platform/database/database.ts';
import { chunksOf } from '#server/platform/process/chunks.ts';
import { makeAvif } from '../pictures/avif.ts';
import { tooLarge } from '../protocol/body.ts';
import { sniffedBytes, typeOf } from '../bytes/contentTypes.ts';
import { collectLater } from './garbage.ts';
import { toResource, type ObjectRow } from '../protocol/metadata.ts';
import { makeSizes, deleteSizes, type Made } from '../pictures/pictures.ts';
import { checkQuota } from './quota.ts';
import { StorageRefusal } from '../protocol/refusal.ts';
import { allowed } from '../folders/allowedPaths.ts';
import { bytesIn, newSegmentId, readSegments } from './segments.ts';
import type { Digest } from './sums.ts';
import type { Actor, StoragePath } from '../protocol/rules.ts';
import type { Storage } from '../objects/storage.ts';
import { storageGarbage, storageObject, storageSize, type Segment, type StoredMetadata } from '../objects/table.ts';

/** A file whose bytes have been received. */
export type Arrived = Digest & {
  bucket: string;
  path: string;
  segments: Segment[];
  /** The MD5 that the client declared, if any. */
  expectedMd5: string | undefined;
  declaredType: string | undefined;
  metadata: StoredMetadata;
  sessionId?: string | undefined;
};

export type Resource = { [field: string]: unknown };

const segmentsAtMost = 32;

/**
 * Creates or replaces a file in one transaction, so that readers see either the old or the new one. `within` runs in
 * this transaction and may throw to roll it back. The permission is checked again.
 */
export async function commit(
  storage: Storage,
  actor: Actor,
  arrived: Arrived,
  within?: (tx: Transaction, resource: Resource) => Promise<void>,
): Promise<Resource> {
  const storagePath = await allowed(storage, actor, 'write', arrived.path);
  const contentType = await checkContent(storage, storagePath, arrived);
  const segments = await joined(storage, arrived.segments);
  const isPicture = storagePath.rule.hasSizes && contentType.startsWith('image/');
  const made = isPicture ? await makeSizes(storage.blobs, segments, 'webp') : undefined;
  try {
    const row = await storage.database.write(everyClub, async (write) => {
      const stored = await store(write, storage, actor, storagePath, { ...arrived, segments, contentType, made });
      if (segments !== arrived.segments) await releaseSegments(write.tx, arrived.segments);
      await within?.(write.tx, toResource(stored));
      return stored;
    });
    if (row.isReplacement || segments !== arrived.segments) collectLater(storage);
    if (made) makeAvif(storage, row);
    return toResource(row);
  } catch (error) {
    // After a lost connection it is unknown whether the transaction was committed: the bytes are kept, and the orphan job decides.
    if (made && error instanceof StorageRefusal) await deleteSizes(storage.blobs, made.sizes);
    throw error;
  }
}

async function checkContent({ blobs }: Storage, { rule }: StoragePath, arrived: Arrived): Promise<string> {
  if (bytesIn(arrived.segments) > rule.largestBytes) throw tooLarge(rule.largestBytes);
  if (arrived.expectedMd5 !== undefined && arrived.expectedMd5 !== arrived.md5)
    throw new StorageRefusal(400, 'The bytes that arrived are not those of the MD5 that was given.', { reason: 'checksum' });
  const chunks: Buffer[] = [];
  const head = await readSegments(blobs, arrived.segments, 0, Math.min(sniffedBytes, bytesIn(arrived.segments)));
  for await (const chunk of chunksOf(head)) chunks.push(chunk);
  return checkType(rule, Buffer.concat(chunks), arrived.declaredType);
}

/** Detects the type of a file; throws 400 if it is not allowed at this path. */
export function checkType({ types }: StoragePath['rule'], head: Buffer, declaredType: string | undefined): string {
  const type = typeOf(head, declaredType);
  if (type && types.includes(type)) return type;
  throw new StorageRefusal(400, 'Files of this kind are not taken here.', { reason: 'type-not-allowed' });
}

/** Merges many segments into one, which limits the number of files opened per read. */
async function joined({ blobs }: Storage, segments: Segment[]): Promise<Segment[]> {
  if (segments.length <= segmentsAtMost) return segments;
  const one = { id: newSegmentId(), bytes: bytesIn(segments) };
  await blobs.write(one.id, chunksOf(await readSegments(blobs, segments)));
  return [one];
}

/** Registers unreferenced segments for deletion; for deleted rows triggers do this. */
export async function releaseSegments(tx: Pick<Transaction, 'insert'>, segments: readonly Segment[]): Promise<void> {
  if (segments.length === 0) return;
  await tx
    .insert(storageGarbage)
    .values(segments.map(({ id }) => ({ segmentId: id })))
    .onConflictDoNothing();
}

type Checked = Arrived & { contentType: string; made: Made | undefined };

async function store(
  write: Write,
  storage: Storage,
  actor: Actor,
  storagePath: StoragePath,
  file: Checked,
): Promise<ObjectRow & { isReplacement: boolean }> {
  const { tx } = write;
  const { bucket, path, segments, made } = file;
  const sizeBytes = bytesIn(segments);
  await checkQuota(tx, storage.settings.STORAGE_QUOTA_BYTES, { path, storagePath, bytes: sizeBytes, sessionId: file.sessionId });
  const at = now();
  const values = {
    club: storagePath.club,
    ownerId: storagePath.ownerId ?? null,
    createdBy: actor.userId,
    generation: at.getTime() * 1000,
    metageneration: 1,
    sizeBytes,
    md5: file.md5,
    crc32c: file.crc32c,
    contentType: file.contentType,
    metadata: file.metadata,
    downloadTokens: storagePath.rule.isPublic ? [randomUUID()] : [],
    segments,
    width: made?.width ?? null,
    height: made?.height ?? null,
    timeCreated: at,
    updated: at,
  };
  const id = randomUUID();
  const [row] = await tx
    .insert(storageObject)
    .values({ ...values, id, bucket, path })
    .onConflictDoUpdate({
      target: [storageObject.bucket, storageObject.path],
      set: { ...values, generation: sql`greatest(excluded.generation, ${storageObject.generation} + 1)` },
    })
    .returning();
  if (!row) throw new Error('The file was not stored.');
  const isReplacement = row.id !== id;
  if (isReplacement) await tx.delete(storageSize).where(eq(storageSize.objectId, row.id));
  if (made) await tx.insert(storageSize).values(made.sizes.map((size) => ({ ...size, objectId: row.id })));
  recordWrite(write, actor, row, isReplacement ? 'Datei ersetzt' : 'Datei hochgeladen', 'write');
  return { ...row, isReplacement };
}

/** Writes an audit entry for a file, and notifies browsers that show files. */
export function recordWrite(write: Write, actor: Actor, row: ObjectRow, what: string, operation: 'write' | 'delete'): void {
  const resource = row.path.split('/')[1] === 'public' ? 'storagePublic' : 'storagePrivate';
  const facts = { contentType: row.contentType, sizeBytes: row.sizeBytes, md5: row.md5 };
  write.audit(
    `${resource}.${operation}`,
    { club: row.club, id: row.id, entity: 'files', by: actor },
    `${what}: ${row.path}`,
    operation === 'delete' ? { before: facts } : { after: facts },
  );
  write.changed({ collection: 'files', club: row.club, entityId: row.id });
}
