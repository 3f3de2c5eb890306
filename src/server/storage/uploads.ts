import { and, eq, gt, sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { now } from '../platform/clock.ts';
import { everyClub } from '../platform/database.ts';
import { tooLarge } from './body.ts';
import { letGo } from './commit.ts';
import { collectLater } from './garbage.ts';
import { mergeMetadata, type GivenMetadata } from './metadata.ts';
import { checkQuota } from './quota.ts';
import { permissionDenied, StorageRefusal, unauthenticated } from './refusal.ts';
import { allowed } from './places.ts';
import type { Actor, Rule } from './rules.ts';
import type { Storage } from './storage.ts';
import { uploadSession } from './table.ts';

/** How long an upload waits for its next chunk. */
export const sessionLifeMs = 24 * 60 * 60 * 1000;
const openAtMost = 50;

export type SessionRow = typeof uploadSession.$inferSelect;

/** What the first request of a resumable upload says. */
export type NewUpload = {
  bucket: string;
  path: string;
  declaredBytes: number | undefined;
  declaredType: string | undefined;
  given: GivenMetadata;
};

/** Begins an upload: whoever may not, or would have no room, hears it before he sends a byte. */
export async function startUpload(storage: Storage, actor: Actor | undefined, upload: NewUpload): Promise<SessionRow> {
  const { bucket, path, declaredBytes, declaredType, given } = upload;
  const place = await allowed(storage, actor, 'write', path);
  if (!actor) throw unauthenticated();
  if (declaredBytes !== undefined && declaredBytes > place.rule.largestBytes) throw tooLarge(place.rule.largestBytes);
  refuseNamedType(place.rule, declaredType);
  return storage.database.write(everyClub, async ({ tx }) => {
    await checkQuota(tx, storage.settings.STORAGE_QUOTA_BYTES, { bucket, path, place, bytes: declaredBytes ?? 0 });
    const mine = and(eq(uploadSession.userId, actor.userId), eq(uploadSession.status, 'active'), gt(uploadSession.expiresAt, now()));
    const [open] = await tx
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(uploadSession)
      .where(mine);
    if ((open?.count ?? 0) >= openAtMost) {
      throw new StorageRefusal(429, 'Too many uploads are going on.', { reason: 'too-many-uploads', retryAfterSeconds: 60 });
    }
    const [row] = await tx
      .insert(uploadSession)
      .values({
        id: randomBytes(24).toString('base64url'),
        userId: actor.userId,
        bucket,
        path,
        club: place.club,
        declaredBytes: declaredBytes ?? null,
        declaredType: declaredType ?? null,
        metadata: { ...mergeMetadata({}, given), ...(given.md5Hash && { expectedMd5: given.md5Hash }) },
        segments: [],
        receivedBytes: 0,
        version: 1,
        status: 'active',
        expiresAt: expiry(),
      })
      .returning();
    if (!row) throw new Error('The upload was not kept.');
    return row;
  });
}

/** What a client calls active content is refused by its name alone; what it calls a picture must be one that we take. */
export function refuseNamedType({ types }: Rule, declaredType: string | undefined): void {
  const said = declaredType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isOfNamedKind = /^(?:image|video|audio|font|model)\//.test(said) && !types.includes(said);
  if (isOfNamedKind || /html|svg|javascript|ecmascript|x-sh|x-msdownload/.test(said))
    throw new StorageRefusal(400, 'Files of this kind are not taken here.', { reason: 'type-not-allowed' });
}

/** An upload by its id, for the user who began it: without a sign-in 401, another user 403, an unknown id 404. */
export async function findUpload({ database }: Storage, actor: Actor | undefined, id: string): Promise<SessionRow> {
  if (!actor) throw unauthenticated();
  const [row] = await database.orm
    .select()
    .from(uploadSession)
    .where(and(eq(uploadSession.id, id), gt(uploadSession.expiresAt, now())));
  if (!row) throw new StorageRefusal(404, 'The upload does not exist.');
  if (row.userId !== actor.userId) throw permissionDenied();
  return row;
}

/** Gives an upload up, and its bytes with it. One that is done stays as it is (400). */
export async function cancelUpload(storage: Storage, { id }: Pick<SessionRow, 'id'>): Promise<void> {
  await storage.database.orm.transaction(async (tx) => {
    const [row] = await tx.select().from(uploadSession).where(eq(uploadSession.id, id)).for('update');
    if (!row || row.status === 'cancelled') return;
    if (row.status === 'final') throw new StorageRefusal(400, 'The upload is already finished.');
    await letGo(tx, row.segments);
    await tx
      .update(uploadSession)
      .set({ status: 'cancelled', segments: [], receivedBytes: 0, version: row.version + 1 })
      .where(eq(uploadSession.id, id));
  });
  storage.hashes.forget(id);
  collectLater(storage);
}

/** The instant until which an upload waits, from now on. */
export function expiry(): Date {
  return new Date(now().getTime() + sessionLifeMs);
}

/** Keeps a line open that has sent all of its bytes and waits for what becomes of them. */
export function waitForAnswer(request: IncomingMessage): void {
  const allow = () => request.socket.setTimeout(180_000);
  if (request.readableEnded) allow();
  else request.once('end', allow);
}
