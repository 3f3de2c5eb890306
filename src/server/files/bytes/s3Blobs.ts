import { openAsBlob } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { S3mini } from 's3mini';
import { chunksOf } from '#server/platform/process/chunks.ts';
import type { Blobs } from './blobs.ts';
import { writeDurably } from './folderBlobs.ts';

export type S3Options = { endpoint: string; bucket: string; key: string; secret: string; region: string };

const namePrefix = 'files/';

/**
 * Stores bytes in an S3-compatible store. They are written to a temporary file first: the store requires the content
 * length in advance, and an aborted request must not leave a partial object.
 */
export function openS3({ endpoint, bucket, key, secret, region }: S3Options, folder: string): Blobs {
  const incoming = path.join(folder, 'incoming');
  const store = new S3mini({
    endpoint: `${endpoint.replace(/\/$/, '')}/${bucket}`,
    accessKeyId: key,
    secretAccessKey: secret,
    region,
    requestAbortTimeout: 120_000,
  });
  return {
    write: async (id, source) => {
      const begun = path.join(incoming, id);
      await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
      try {
        await writeDurably(begun, source);
        const blob = await openAsBlob(begun);
        await store.putObject(namePrefix + id, blob, 'application/octet-stream', undefined, undefined, blob.size);
      } finally {
        await fs.rm(begun, { force: true });
      }
    },
    // Requested only when needed: the store would close many connections that wait for a slow client.
    read: async (id, start, end) => Readable.from(range(store, namePrefix + id, start, end), { objectMode: false }),
    pass: async (id, start, end, take) => ({
      run: async () => {
        for await (const piece of range(store, namePrefix + id, start, end)) await take(piece);
      },
      close: async () => undefined,
    }),
    remove: async (id) => void (await store.deleteObject(namePrefix + id)),
    async *list() {
      let token: string | undefined;
      do {
        const page = await store.listObjectsPaged('/', namePrefix, 1000, token);
        for (const one of page?.objects ?? []) yield { id: one.Key.slice(namePrefix.length), writtenAt: new Date(one.LastModified) };
        token = page?.nextContinuationToken;
      } while (token);
    },
  };
}

async function* range(store: S3mini, key: string, start: number, end: number): AsyncGenerator<Buffer> {
  if (start === end) return;
  const response = await store.getObjectRaw(key, false, start, end).catch((error: unknown) => {
    // The same error code as of a local folder.
    if (isMissing(error)) throw Object.assign(new Error(`The S3 store has no ${key}.`, { cause: error }), { code: 'ENOENT' });
    throw error;
  });
  if (!response.ok || !response.body) throw new Error(`The S3 store answered ${response.status}.`);
  // The library and Node declare incompatible types for the same web stream.
  yield* chunksOf(Readable.fromWeb(response.body as ReadableStream<Uint8Array>));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 404;
}
