import { StorageError } from './storageError.ts';

/** The location of a file: its bucket and its path; the empty path is the root. */
export type StoragePath = { bucket: string; path: string };

/** Normalises a path: no leading, trailing or double slashes. */
export function toPath(text: string): string {
  if (typeof text !== 'string') throw new StorageError('invalid-argument');
  return text.split('/').filter(Boolean).join('/');
}

/** A path that names a file, so not the root (specification section 5). */
export function toFilePath(text: string): string {
  const path = toPath(text);
  if (path === '') throw new StorageError('invalid-root-operation');
  return path;
}

/** The bucket from the settings: a plain name, or gs://name without a path. */
export function toBucket(text: string | undefined): string {
  if (!text) throw new StorageError('no-default-bucket');
  const [, bucket, path = ''] = /^(?:gs:\/\/)?([a-z0-9][a-z0-9.-]*)(?:\/(.*))?$/.exec(text) ?? [];
  if (!bucket || path !== '') throw new StorageError('invalid-default-bucket');
  return bucket;
}

/** Parses a location from gs://bucket/path or from a URL of this storage. */
export function storagePathOfUrl(url: string, origin: string): StoragePath {
  const named = /^gs:\/\/([^/]+)\/?(.*)$/.exec(url);
  if (named) return { bucket: named[1] ?? '', path: toPath(named[2] ?? '') };
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const match = parsed?.origin === origin ? /^\/v0\/b\/([^/]+)\/o(?:\/(.*))?$/.exec(parsed.pathname) : undefined;
  if (!match) throw new StorageError('invalid-url');
  try {
    return { bucket: decodeURIComponent(match[1] ?? ''), path: toPath(decodeURIComponent(match[2] ?? '')) };
  } catch (cause) {
    throw new StorageError('invalid-url', { cause });
  }
}

/** The URL of a bucket's objects, without an origin. */
export function rootUrl(bucket: string): string {
  return `/v0/b/${encodeURIComponent(bucket)}/o`;
}

/** The URL of an object, without an origin. */
export function objectUrl({ bucket, path }: StoragePath): string {
  return `${rootUrl(bucket)}/${encodeURIComponent(path)}`;
}

/** Encodes a query string as the protocol expects it. */
export function queryOf(values: { [name: string]: string | number | undefined }): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&');
}
