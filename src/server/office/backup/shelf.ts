import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import type { Settings } from '#server/platform/process/settings.ts';
import { StartError } from '#server/platform/process/startError.ts';

/** The settings of the S3-compatible store for backups, for any of its buckets. */
export type ShelfSettings = Pick<Settings, 'S3_ENDPOINT' | 'S3_REGION' | 'S3_KEY' | 'S3_SECRET'>;

/** A location in an S3-compatible store: a bucket, a folder in it ("" or ending in /) and, for a single backup, its name. */
export type Address = { bucket: string; folder: string; name?: string };

const scheme = 's3://';
const ending = '.sicherung';
/** The minimum part size: uploads in time on a slow line; a store accepts at most 10,000 parts. */
const leastPieceBytes = 8 * 1024 * 1024;
const mostPieces = 9000;
const pieceTimeoutMs = 10 * 60_000;
const pausesMs = [1000, 4000, 15_000, 60_000];

/** Parses `s3://bucket/folder` or `s3://bucket/folder/name.sicherung`; undefined for a local path. */
export function addressOf(text: string): Address | undefined {
  if (!text.startsWith(scheme)) return undefined;
  const [bucket = '', ...rest] = text.slice(scheme.length).split('/');
  const name = rest.at(-1)?.endsWith(ending) ? rest.pop() : undefined;
  const folders = rest.filter(Boolean);
  return { bucket, folder: folders.map((one) => `${one}/`).join(''), ...(name !== undefined && { name }) };
}

/** Formats an address as an `s3://` URL. */
export function written({ bucket, folder, name = '' }: Address): string {
  return `${scheme}${bucket}/${folder}${name}`;
}

/** A backup folder in an S3-compatible store. Its functions throw a StartError if the store rejects a request. */
export type Shelf = {
  /** The names of the objects directly in the folder. */
  list(): Promise<string[]>;
  /** Uploads a file in parts and reads it again for verification; on failure no object of that name exists. */
  put(name: string, file: string): Promise<void>;
  /** Downloads the object of that name into a new file. */
  fetch(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
};

export function openShelf(settings: ShelfSettings, { bucket, folder }: Address): Shelf {
  const { S3_ENDPOINT, S3_REGION, S3_KEY, S3_SECRET } = settings;
  if (!S3_ENDPOINT || !S3_KEY || !S3_SECRET)
    throw new StartError('Für Sicherungen im S3-Speicher bitte S3_ENDPOINT, S3_KEY und S3_SECRET setzen.');
  const store = new S3mini({
    endpoint: `${S3_ENDPOINT.replace(/\/$/, '')}/${bucket}`,
    accessKeyId: S3_KEY,
    secretAccessKey: S3_SECRET,
    region: S3_REGION,
    requestAbortTimeout: pieceTimeoutMs,
  });
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw storeError(error, S3_ENDPOINT, bucket);
    }
  };
  return {
    list: () => told(list(store, folder)),
    put: (name, file) => told(put(store, folder + name, file)),
    fetch: (name, file) => told(fetchTo(store, folder + name, file)),
    remove: (name) => told(store.deleteObject(folder + name).then(() => undefined)),
  };
}

async function list(store: S3mini, folder: string): Promise<string[]> {
  const names: string[] = [];
  let token: string | undefined;
  do {
    const page = await store.listObjectsPaged('/', folder, 1000, token);
    if (!page) throw new S3ServiceError('no such bucket', 404, 'NoSuchBucket');
    names.push(...(page.objects ?? []).map(({ Key }) => Key.slice(folder.length)));
    token = page.nextContinuationToken;
  } while (token);
  // The library also lists subfolders.
  return names.filter((name) => name !== '' && !name.includes('/')).sort();
}

async function put(store: S3mini, key: string, file: string): Promise<void> {
  const source = await fs.open(file);
  const upload = await store.getMultipartUploadId(key);
  try {
    const { size } = await source.stat();
    const hash = createHash('sha256');
    const parts: { partNumber: number; etag: string }[] = [];
    for (const { start, end } of pieces(size)) {
      const bytes = Buffer.alloc(end - start);
      await source.read(bytes, 0, bytes.length, start);
      hash.update(bytes);
      parts.push(await again(() => store.uploadPart(key, upload, bytes, parts.length + 1)));
    }
    await store.completeMultipartUpload(key, upload, parts);
    await prove(store, key, hash.digest('hex'));
  } catch (error) {
    // Leftovers of an aborted upload only cost space; the store's lifecycle rules delete them too.
    await store.abortMultipartUpload(key, upload).catch(() => undefined);
    throw error;
  } finally {
    await source.close();
  }
}

async function prove(store: S3mini, key: string, sum: string): Promise<void> {
  const hash = createHash('sha256');
  await read(store, key, async (bytes) => void hash.update(bytes));
  if (hash.digest('hex') === sum) return;
  await store.deleteObject(key);
  throw new StartError('Der S3-Speicher gab andere Bytes zurück, als er bekam; die Sicherung dort ist wieder gelöscht.');
}

async function fetchTo(store: S3mini, key: string, file: string): Promise<void> {
  const target = await fs.open(file, 'wx', 0o600);
  try {
    await read(store, key, (bytes) => target.appendFile(bytes));
  } finally {
    await target.close();
  }
}

async function read(store: S3mini, key: string, take: (bytes: Buffer) => Promise<void>): Promise<void> {
  const size = await store.getContentLength(key);
  for (const { start, end } of pieces(size)) {
    const bytes = await again(async () => {
      const response = await store.getObjectRaw(key, false, start, end);
      if (!response.ok) throw new S3ServiceError(`S3 returned ${response.status}`, response.status, 'unknown');
      const piece = Buffer.from(await response.arrayBuffer());
      if (piece.length !== end - start) throw new Error(`The S3 store gave ${piece.length} bytes in place of ${end - start}.`);
      return piece;
    });
    await take(bytes);
  }
}

/** The byte ranges of the parts of a file of `size` bytes. */
function pieces(size: number): { start: number; end: number }[] {
  const bytes = Math.max(leastPieceBytes, Math.ceil(size / mostPieces));
  return Array.from({ length: Math.ceil(size / bytes) }, (_, at) => ({ start: at * bytes, end: Math.min(size, (at + 1) * bytes) }));
}

/** Retries a part after a server or network error; a rejection by the store is not retried. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof S3ServiceError && error.status < 500) throw error;
      await pause(pauseMs);
    }
  }
  return work();
}

function storeError(error: unknown, endpoint: string, bucket: string): unknown {
  if (error instanceof StartError || isDiskFault(error)) return error;
  const service = serviceError(error);
  return service
    ? new StartError(
        `Der S3-Speicher lehnt ab (Bucket ${bucket}, Antwort ${service.status} ${service.serviceCode ?? ''}). ` +
          'Bitte BACKUP_TO, S3_ENDPOINT, S3_REGION, S3_KEY und S3_SECRET prüfen.',
      )
    : new StartError(`Der S3-Speicher ${endpoint} antwortet nicht (${error instanceof Error ? error.message : String(error)}).`);
}

/** The error of the store, which the library wraps in some places. */
function serviceError(error: unknown): S3ServiceError | undefined {
  if (error instanceof S3ServiceError) return error;
  return error instanceof Error && error.cause !== undefined ? serviceError(error.cause) : undefined;
}

function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && ['open', 'write', 'read'].includes(String(error.syscall));
}
