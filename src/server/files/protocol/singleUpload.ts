import { headerOf, nameOf, type Asked } from './asked.ts';
import { atMost, bytesOf, tooLarge, usedUp, watched } from './body.ts';
import { commit, releaseSegments, type Resource } from '../uploads/commit.ts';
import { collectLater } from '../uploads/garbage.ts';
import { mergeMetadata, readMetadata } from './metadata.ts';
import { readMultipart, type Multipart } from './multipart.ts';
import { allowed } from '../folders/allowedPaths.ts';
import { checkQuota } from '../uploads/quota.ts';
import { StorageRefusal, unauthenticated } from './refusal.ts';
import { newSegmentId } from '../uploads/segments.ts';
import { refuseNamedType, waitForAnswer } from '../uploads/uploads.ts';
import { Sums } from '../uploads/sums.ts';

/** Uploads a file in one request: with metadata (multipart), or the bytes only. */
export async function uploadAtOnce({ storage, actor, address, request }: Asked): Promise<Resource> {
  waitForAnswer(request.raw);
  const { bucket } = address;
  const isMultipart =
    headerOf(request, 'x-goog-upload-protocol') === 'multipart' || /^multipart\/related/i.test(request.headers['content-type'] ?? '');
  const body = usedUp(bytesOf(request.raw));
  const parts: Multipart = isMultipart
    ? await readMultipart(request.headers['content-type'], body)
    : { metadata: '', contentType: request.headers['content-type'], bytes: body };
  const given = readMetadata(parts.metadata);
  const path = nameOf(address, given);
  const storagePath = await allowed(storage, actor, 'write', path);
  if (!actor) throw unauthenticated();
  const declaredType = given.contentType ?? parts.contentType;
  refuseNamedType(storagePath.rule, declaredType);
  const sentBytes = Number(request.headers['content-length'] ?? 0);
  // The multipart overhead is small: requests that are too long are rejected before they are stored.
  if (sentBytes > storagePath.rule.largestBytes + 128 * 1024) throw tooLarge(storagePath.rule.largestBytes);
  await storage.database.orm.transaction((tx) =>
    checkQuota(tx, storage.settings.STORAGE_QUOTA_BYTES, { path, storagePath, bytes: Math.max(0, sentBytes - 128 * 1024) }),
  );
  const hash = new Sums();
  const segment = { id: newSegmentId(), bytes: 0 };
  await storage.blobs.write(
    segment.id,
    watched(atMost(parts.bytes, storagePath.rule.largestBytes), (piece) => {
      segment.bytes += piece.length;
      hash.update(piece);
    }),
  );
  try {
    return await commit(storage, actor, {
      bucket,
      path,
      segments: [segment],
      ...hash.digest(),
      expectedMd5: given.md5Hash ?? undefined,
      declaredType: declaredType ?? undefined,
      metadata: mergeMetadata({}, given),
    });
  } catch (error) {
    // After a lost connection it is unknown whether the transaction was committed: the bytes are kept, and the orphan job decides.
    if (error instanceof StorageRefusal) {
      await releaseSegments(storage.database.orm, [segment]);
      collectLater(storage);
    }
    throw error;
  }
}
