import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { now } from '#server/platform/process/clock.ts';
import { actorOf, subjectOf, type TokenUserRow } from '../protocol/actor.ts';
import { tooLarge } from '../protocol/body.ts';
import { releaseSegments } from './commit.ts';
import { collectLater } from './garbage.ts';
import { mergeMetadata, type GivenMetadata } from '../protocol/metadata.ts';
import { ownerBytesAtMost, refuseBeyond, type Use } from './quota.ts';
import { permissionDenied, StorageRefusal, unauthenticated } from '../protocol/refusal.ts';
import { allowed } from '../folders/allowedPaths.ts';
import type { Actor, Rule } from '../protocol/rules.ts';
import type { Storage } from '../objects/storage.ts';
import { uploadSession } from '../objects/table.ts';

/** The maximum idle time of an upload. */
const sessionLifeMs = 24 * 60 * 60 * 1000;
const openAtMost = 50;

export type SessionRow = Omit<typeof uploadSession.$inferSelect, 'expiresAt'>;

/** The first request of a resumable upload. */
export type NewUpload = {
  bucket: string;
  path: string;
  declaredBytes: number | undefined;
  declaredType: string | undefined;
  given: GivenMetadata;
};

/**
 * Starts an upload and returns its id; throws 401, 403 or 402 before any bytes are sent. A single statement locks the
 * club, checks the quota and inserts the row.
 */
export async function startUpload(storage: Storage, actor: Actor | undefined, upload: NewUpload): Promise<string> {
  const { bucket, path, declaredBytes, declaredType, given } = upload;
  const storagePath = await allowed(storage, actor, 'write', path);
  if (!actor) throw unauthenticated();
  if (declaredBytes !== undefined && declaredBytes > storagePath.rule.largestBytes) throw tooLarge(storagePath.rule.largestBytes);
  refuseNamedType(storagePath.rule, declaredType);
  const id = randomBytes(24).toString('base64url');
  const metadata = { ...mergeMetadata({}, given), ...(given.md5Hash && { expectedMd5: given.md5Hash }) };
  const { STORAGE_QUOTA_BYTES: quotaBytes } = storage.settings;
  const { rows } = await storage.database.pool.query<Use & { isKept: boolean }>({
    name: 'begin-upload',
    text: `with room as materialized (select * from storage_use($1, $2, null, $3, $4, $5)),
      kept as (
        insert into upload_session (id, user_id, bucket, path, club, declared_bytes, declared_type, metadata, segments,
          received_bytes, version, status, expires_at)
        select $6, $4, $7, $2, $1, $8::bigint, $9, $10, '[]', 0, 1, 'active', $11 from room
        where used_bytes + coalesce($8, 0) <= $12::bigint and ($3 is null or own_bytes + coalesce($8, 0) <= $13::bigint) and open_uploads < $14
        returning id)
      select used_bytes::float8 as "usedBytes", own_bytes::float8 as "ownBytes", exists(select from kept) as "isKept" from room`,
    values: [
      storagePath.club,
      path,
      storagePath.ownerId ?? null,
      actor.userId,
      now(),
      id,
      bucket,
      declaredBytes ?? null,
      declaredType ?? null,
      JSON.stringify(metadata),
      expiry(),
      quotaBytes,
      ownerBytesAtMost,
      openAtMost,
    ],
  });
  const [room] = rows;
  if (room?.isKept) return id;
  if (room) refuseBeyond(quotaBytes, { path, storagePath, bytes: declaredBytes ?? 0 }, room);
  throw new StorageRefusal(429, 'Too many uploads are going on.', { reason: 'too-many-uploads', retryAfterSeconds: 60 });
}

/** Throws 400 for declared types of active content and for unsupported picture types. */
export function refuseNamedType({ types }: Rule, declaredType: string | undefined): void {
  const said = declaredType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isOfNamedKind = /^(?:image|video|audio|font|model)\//.test(said) && !types.includes(said);
  if (isOfNamedKind || /html|svg|javascript|ecmascript|x-sh|x-msdownload/.test(said))
    throw new StorageRefusal(400, 'Files of this kind are not taken here.', { reason: 'type-not-allowed' });
}

/**
 * Reads an upload together with its user in one statement, since each chunk calls this. Throws 401 without a valid
 * token, 403 for users other than the creator, 404 for an unknown id.
 */
export async function findUpload(
  { database, readToken }: Pick<Storage, 'database' | 'readToken'>,
  authorization: string | undefined,
  id: string,
): Promise<{ actor: Actor; session: SessionRow }> {
  const subject = await subjectOf(readToken, authorization);
  if (!subject) throw unauthenticated();
  const { rows } = await database.pool.query<TokenUserRow & { upload: SessionRow | null }>({
    name: 'upload-of-token-user',
    text: `select u.*, case when s.id is not null then json_build_object('id', s.id, 'userId', s.user_id, 'bucket', s.bucket,
        'path', s.path, 'club', s.club, 'declaredBytes', s.declared_bytes, 'declaredType', s.declared_type, 'metadata', s.metadata,
        'segments', s.segments, 'receivedBytes', s.received_bytes, 'version', s.version, 'status', s.status, 'result', s.result)
        end as upload
      from token_user($1, $2, $3) u left join upload_session s on s.id = $4 and s.expires_at > $3`,
    values: [subject.userId, subject.sessionId, now(), id],
  });
  const [row] = rows;
  const actor = actorOf(row);
  const session = row?.upload;
  if (!session) throw new StorageRefusal(404, 'The upload does not exist.');
  if (session.userId !== actor.userId) throw permissionDenied();
  return { actor, session };
}

/** Cancels an upload and releases its bytes; throws 400 if it is finished. */
export async function cancelUpload(storage: Storage, { id }: Pick<SessionRow, 'id'>): Promise<void> {
  await storage.database.orm.transaction(async (tx) => {
    const [row] = await tx.select().from(uploadSession).where(eq(uploadSession.id, id)).for('update');
    if (!row || row.status === 'cancelled') return;
    if (row.status === 'final') throw new StorageRefusal(400, 'The upload is already finished.');
    await releaseSegments(tx, row.segments);
    await tx
      .update(uploadSession)
      .set({ status: 'cancelled', segments: [], receivedBytes: 0, version: row.version + 1 })
      .where(eq(uploadSession.id, id));
  });
  storage.hashes.forget(id);
  collectLater(storage);
}

/** The expiry of an upload that is active now. */
export function expiry(): Date {
  return new Date(now().getTime() + sessionLifeMs);
}

/** Extends the socket timeout while a client waits for the response after sending all bytes. */
export function waitForAnswer(request: IncomingMessage): void {
  const allow = () => request.socket.setTimeout(180_000);
  if (request.readableEnded) allow();
  else request.once('end', allow);
}
