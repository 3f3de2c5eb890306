import { and, eq } from 'drizzle-orm';
import type { IncomingMessage } from 'node:http';
import { atMost, bytesOf, usedUp, watched, type Body } from '../protocol/body.ts';
import { checkType, commit, releaseSegments, type Resource } from './commit.ts';
import { sniffedBytes } from '../bytes/contentTypes.ts';
import { collectLater } from './garbage.ts';
import { allowed } from '../folders/allowedPaths.ts';
import { busy, StorageRefusal } from '../protocol/refusal.ts';
import type { Actor, StoragePath } from '../protocol/rules.ts';
import { sumsOf } from './runningHashes.ts';
import { bytesIn, cutSegments, newSegmentId } from './segments.ts';
import type { Storage } from '../objects/storage.ts';
import { uploadSession, type Segment } from '../objects/table.ts';
import { cancelUpload, expiry, type SessionRow } from './uploads.ts';

/** The content of one request: bytes from an offset, the end of the upload, or both. */
export type Chunk = {
  offset: number;
  isLast: boolean;
  /** The expected MD5 of the whole file. */ md5: string | undefined;
  request: IncomingMessage;
};

/**
 * Stores a chunk. The bytes are written under a new name; then one statement updates the row of the upload if its
 * version is unchanged. Concurrent writers, retries and crashes therefore cannot mix bytes.
 */
export async function takeChunk(storage: Storage, actor: Actor, session: SessionRow, chunk: Chunk): Promise<Resource | undefined> {
  // The response to the last chunk was lost: it is repeated without storing anything.
  if (session.status === 'final' && chunk.isLast && session.result) return session.result;
  if (session.status !== 'active') throw new StorageRefusal(400, `The upload is ${session.status}.`);
  if (storage.writing.has(session.id)) throw busy();
  storage.writing.add(session.id);
  try {
    const storagePath = await allowed(storage, actor, 'write', session.path);
    const present = await addBytes(storage, storagePath, session, chunk);
    return chunk.isLast ? await finish(storage, actor, present, chunk.md5) : undefined;
  } catch (error) {
    // A retry cannot succeed, so the upload is cancelled.
    if (error instanceof StorageRefusal && error.status === 400 && error.reason) await cancelUpload(storage, session);
    throw error;
  } finally {
    storage.writing.delete(session.id);
  }
}

async function addBytes(storage: Storage, storagePath: StoragePath, session: SessionRow, { offset, request }: Chunk): Promise<SessionRow> {
  if (offset > session.receivedBytes) throw new StorageRefusal(400, `The upload continues at ${session.receivedBytes}.`);
  const { kept, dropped } = cutSegments(session.segments, offset);
  const hash = storage.hashes.after(session.id, offset);
  const head: Buffer[] = [];
  let headBytes = 0;
  let added = 0;
  const segment = { id: newSegmentId(), bytes: 0 };
  const source = watched(atMostDeclared(bytesOf(request), session, storagePath, offset), (piece) => {
    added += piece.length;
    hash?.update(piece);
    if (offset > 0 || headBytes >= sniffedBytes) return;
    const first = Buffer.from(piece.subarray(0, sniffedBytes - headBytes));
    head.push(first);
    headBytes += first.length;
  });
  await storage.blobs.write(segment.id, usedUp(source));
  segment.bytes = added;
  const after: Segment[] = added > 0 ? [...kept, segment] : kept;
  const row = await takeOver(storage, session, after);
  const isTaken = row !== undefined;
  // If the process is killed before this statement, the orphan job deletes the bytes.
  await releaseSegments(storage.database.orm, isTaken ? (added > 0 ? dropped : [...dropped, segment]) : [segment]);
  if (dropped.length > 0 || added === 0 || !row) collectLater(storage);
  if (!row) throw busy();
  storage.hashes.keep(session.id, hash, row.receivedBytes);
  // Forbidden types are rejected with the first chunk, not at the end.
  if (headBytes >= sniffedBytes) checkType(storagePath.rule, Buffer.concat(head), session.declaredType ?? undefined);
  return row;
}

/** Updates the row if its version is unchanged. A prepared statement, since each chunk executes it. */
async function takeOver({ database }: Storage, session: SessionRow, segments: Segment[]): Promise<SessionRow | undefined> {
  const receivedBytes = bytesIn(segments);
  const { rowCount } = await database.pool.query({
    name: 'take-chunk',
    text: `update upload_session set segments = $3, received_bytes = $4, version = version + 1, expires_at = $5
      where id = $1 and version = $2 and status = 'active'`,
    values: [session.id, session.version, JSON.stringify(segments), receivedBytes, expiry()],
  });
  return rowCount === 1 ? { ...session, segments, receivedBytes, version: session.version + 1 } : undefined;
}

function atMostDeclared(source: Body, { declaredBytes }: SessionRow, { rule }: StoragePath, offset: number): Body {
  if (declaredBytes === null) return atMost(source, rule.largestBytes - offset);
  return refusing(source, declaredBytes - offset, () => new StorageRefusal(400, `The file was to have ${declaredBytes} bytes.`));
}

async function* refusing(source: Body, bytes: number, refusal: () => StorageRefusal): Body {
  let passed = 0;
  for await (const chunk of source) {
    passed += chunk.length;
    if (passed > bytes) throw refusal();
    yield chunk;
  }
}

async function finish(storage: Storage, actor: Actor, session: SessionRow, wantedMd5: string | undefined): Promise<Resource> {
  const { id, bucket, path, segments, declaredBytes, receivedBytes } = session;
  if (declaredBytes !== null && declaredBytes !== receivedBytes)
    throw new StorageRefusal(400, `Of ${declaredBytes} bytes only ${receivedBytes} have arrived.`);
  const sums = storage.hashes.after(id, receivedBytes)?.digest() ?? (await sumsOf(storage.blobs, segments));
  const { expectedMd5 = wantedMd5, ...metadata } = session.metadata;
  const resource = await commit(
    storage,
    actor,
    {
      bucket,
      path,
      segments,
      ...sums,
      expectedMd5,
      declaredType: session.declaredType ?? undefined,
      metadata,
      sessionId: id,
    },
    async (tx, result) => {
      const updated = await tx
        .update(uploadSession)
        .set({ status: 'final', result, segments: [], version: session.version + 1, expiresAt: expiry() })
        .where(and(eq(uploadSession.id, id), eq(uploadSession.version, session.version), eq(uploadSession.status, 'active')))
        .returning({ id: uploadSession.id });
      if (updated.length === 0) throw busy();
    },
  );
  storage.hashes.forget(id);
  return resource;
}
