import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { S3ServiceError } from 's3mini';
import type { Settings } from '#server/platform/process/settings.ts';
import { StartError } from '#server/platform/process/startError.ts';
import { isDiskFull } from '#server/platform/process/systemError.ts';
import { newSegmentId } from '../uploads/segments.ts';
import type { Blobs } from './blobs.ts';
import { openBlobs } from './openBlobs.ts';

/** Monitoring polls every few seconds; a remote store is checked less frequently. */
const provedForMs = 30_000;

/** Writes, reads and deletes one object. A full disk is not an error: reads still work, and uploads fail with 507. */
export async function proveStore(blobs: Blobs): Promise<void> {
  const id = newSegmentId();
  const bytes = Buffer.from(id);
  try {
    await blobs.write(id, Readable.from([bytes]));
    const read = await buffer(await blobs.read(id, 0, bytes.length));
    await blobs.remove(id);
    if (!read.equals(bytes)) throw new Error('The store returned other bytes than were written.');
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/** Returns a check that rejects while the store does not accept files. A success is cached for 30 s; failures are not cached. */
export function watchStore(blobs: Blobs): () => Promise<void> {
  let provedAt = -Infinity;
  let running: Promise<void> | undefined;
  return async () => {
    if (performance.now() - provedAt < provedForMs) return;
    running ??= proveStore(blobs)
      .then(() => void (provedAt = performance.now()))
      .finally(() => (running = undefined));
    await running;
  };
}

/**
 * Prevents the start with a misconfigured store (key, bucket, folder permissions): throws a StartError. If the store is
 * temporarily unavailable, the server starts, but is not ready until the store responds.
 */
export async function proveStoreAtStart(settings: Settings, log: FastifyBaseLogger): Promise<void> {
  try {
    await proveStore(openBlobs(settings));
  } catch (error) {
    if (error instanceof S3ServiceError && error.status < 500)
      throw new StartError(
        `Der S3-Speicher nimmt keine Dateien (Bucket ${settings.S3_BUCKET ?? ''}, Antwort ${error.status} ${error.serviceCode ?? ''}). ` +
          'Bitte S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_KEY und S3_SECRET prüfen.',
      );
    if (!settings.S3_BUCKET && error instanceof Error && 'code' in error)
      throw new StartError(
        `Im Ordner der Dateien ${settings.FILES_DIR} kann dieser Benutzer nicht schreiben (${String(error.code)}). Bitte FILES_DIR oder die Rechte ändern.`,
      );
    log.warn({ err: error }, 'the store of files does not answer; the server is not ready until it does');
  }
}
