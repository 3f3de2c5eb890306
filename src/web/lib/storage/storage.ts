import { storageLimits } from './limits.ts';
import { fromWire, jsonOf, toWire, type FileMetadata, type SettableMetadata } from './metadata.ts';
import { objectUrl, storagePathOfUrl, queryOf, rootUrl, toBucket, toFilePath, toPath, type StoragePath } from './storagePath.ts';
import { request, type Asked, type StorageWorld } from './request.ts';
import { StorageError } from './storageError.ts';
import { bytesOfText, type TextFormat } from './textFormats.ts';
import type { Answer } from './transport.ts';
import { UploadTask } from './uploadTask.ts';

type Listed = { folders: string[]; files: string[]; nextPageToken: string | undefined };

export type Storage = ReturnType<typeof openStorage>;

/** An opened bucket, whose requests are aborted when the storage is closed. */
type Opened = {
  world: StorageWorld;
  bucket: string;
  limits: { operationRetryMs: number; uploadRetryMs: number };
  ask(asked: Omit<Asked, 'signal' | 'headers'> & { headers?: Asked['headers'] }): Promise<Answer>;
  assertOpen(): void;
};

/** The files of one bucket. Paths are given without the bucket; the empty path is the root. */
export function openStorage(world: StorageWorld, settings: { bucket: string | undefined }) {
  const bucket = toBucket(settings.bucket);
  const limits: Opened['limits'] = { operationRetryMs: storageLimits.operationRetryMs, uploadRetryMs: storageLimits.uploadRetryMs };
  const closing = new AbortController();
  const assertOpen = () => {
    if (closing.signal.aborted) throw new StorageError('app-deleted');
  };
  const opened: Opened = {
    world,
    bucket,
    limits,
    assertOpen,
    ask: (asked) => {
      assertOpen();
      return request(world, { headers: {}, ...asked, signal: closing.signal }, limits.operationRetryMs);
    },
  };

  return {
    ...readingIn(opened),
    ...writingIn(opened),

    /** The path in a URL of this bucket (gs:// or http). */
    pathOfUrl: (url: string): string => {
      const storagePath = storagePathOfUrl(url, world.origin);
      if (storagePath.bucket !== bucket) throw new StorageError('invalid-argument');
      return storagePath.path;
    },

    /** For how long failing requests are retried, in ms; 0 or greater (specification section 5). */
    setRetryLimits: (given: { operationRetryMs?: number; uploadRetryMs?: number }): void => {
      for (const ms of Object.values(given)) if (!Number.isFinite(ms) || ms < 0) throw new StorageError('invalid-argument');
      Object.assign(limits, given);
    },

    /** Aborts all requests; later calls fail with `app-deleted`. */
    close: (): void => closing.abort(),
  };
}

/** The reading operations. */
function readingIn({ world, bucket, ask }: Opened) {
  const getMetadata = async (path: string): Promise<FileMetadata> =>
    fromWire((await ask({ method: 'GET', path: objectUrl(fileIn(bucket, path)), isObject: true })).text);

  return {
    getMetadata,

    /** The download URL of a file; it grants read access to anybody who has it. */
    getDownloadUrl: async (path: string): Promise<string> => {
      const storagePath = fileIn(bucket, path);
      const [token] = (await getMetadata(path)).downloadTokens;
      if (!token) throw new StorageError('no-download-url');
      return `${world.origin}${objectUrl(storagePath)}?${queryOf({ alt: 'media', token })}`;
    },

    /** The bytes of a file. */
    getFile: async (path: string): Promise<Blob> => {
      const { blob } = await ask({ method: 'GET', path: `${objectUrl(fileIn(bucket, path))}?alt=media`, isObject: true, wantsBlob: true });
      if (!blob) throw new StorageError('unknown');
      return blob;
    },

    /** One page of a folder's folders and files, with their full paths. */
    list: async (
      folder: string,
      { maxResults, pageToken }: { maxResults?: number; pageToken?: string | undefined } = {},
    ): Promise<Listed> => {
      if (maxResults !== undefined && (!Number.isInteger(maxResults) || maxResults < 1 || maxResults > 1000))
        throw new StorageError('invalid-argument');
      const path = toPath(folder);
      const query = queryOf({ prefix: path === '' ? '' : `${path}/`, delimiter: '/', pageToken, maxResults });
      const body = jsonOf((await ask({ method: 'GET', path: `${rootUrl(bucket)}?${query}` })).text);
      const next = body['nextPageToken'];
      return {
        folders: listIn(body['prefixes']).map((prefix) => toPath(String(prefix))),
        files: listIn(body['items']).flatMap(nameIn),
        nextPageToken: typeof next === 'string' ? next : undefined,
      };
    },
  };
}

/** The writing operations. */
function writingIn({ world, bucket, limits, ask, assertOpen }: Opened) {
  const upload = (path: string, data: Blob, metadata: SettableMetadata = {}): UploadTask => {
    assertOpen();
    if (!(data instanceof Blob)) throw new StorageError('invalid-argument');
    return new UploadTask(world, { storagePath: fileIn(bucket, path), blob: data, metadata, retryMs: limits.uploadRetryMs });
  };

  return {
    /** Starts an upload. */
    upload,

    /** Starts an upload of a string in one of the formats of section 5 of the specification. */
    uploadText: (path: string, text: string, format: TextFormat = 'raw', metadata: SettableMetadata = {}): UploadTask => {
      const storagePath = toFilePath(path);
      const { bytes, contentType } = bytesOfText(text, format);
      return upload(storagePath, new Blob([bytes]), { ...(contentType !== undefined && { contentType }), ...metadata });
    },

    /** Changes a file's metadata; null clears a value. */
    updateMetadata: async (path: string, metadata: SettableMetadata): Promise<FileMetadata> =>
      fromWire(
        (
          await ask({
            method: 'PATCH',
            path: objectUrl(fileIn(bucket, path)),
            headers: { 'Content-Type': 'application/json; charset=utf-8' },
            body: toWire(metadata),
            isObject: true,
          })
        ).text,
      ),

    /** Deletes a file. */
    delete: async (path: string): Promise<void> =>
      void (await ask({ method: 'DELETE', path: objectUrl(fileIn(bucket, path)), isObject: true })),
  };
}

function fileIn(bucket: string, path: string): StoragePath {
  return { bucket, path: toFilePath(path) };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function nameIn(item: unknown): string[] {
  return typeof item === 'object' && item !== null && 'name' in item ? [String(item.name)] : [];
}
