import { StorageRefusal } from './refusal.ts';

/** The target of a storage request: a bucket, an object in it or undefined for the bucket itself, and the query parameters. */
export type Address = { bucket: string; path: string | undefined; query: URLSearchParams };

const pathBytesAtMost = 1024;

/** Parses the raw URL of a request. The path is split before it is decoded, and decoded once. */
export function readAddress(url: string): Address {
  const [raw = '', search = ''] = splitOnce(url, '?');
  const match = /^\/v0\/b\/([^/]+)\/o(?:\/(.*))?$/.exec(raw);
  if (!match) throw new StorageRefusal(404, 'Not Found.');
  const [, bucket = '', path] = match;
  return { bucket: decode(bucket), path: path ? checkPath(decode(path)) : undefined, query: readQuery(search) };
}

/**
 * Returns a valid key; throws 400 otherwise. Keys are never used as file system paths, but path traversal sequences
 * could mislead clients and later consumers.
 */
export function checkPath(path: string): string {
  const parts = path.split('/');
  const isBroken =
    path === '' ||
    Buffer.byteLength(path) > pathBytesAtMost ||
    !path.isWellFormed() ||
    path.normalize('NFC') !== path ||
    /[\p{Cc}\\\u2028\u2029]/u.test(path) ||
    // Double encoding: a second decoding would yield a traversal.
    /%(?:2e|2f|5c|[01][0-9a-f])/i.test(path) ||
    parts.some((part) => part === '' || part === '.' || part === '..');
  if (isBroken) throw new StorageRefusal(400, 'The name of the object is invalid.');
  return path;
}

/** Returns a valid prefix; throws 400 if it does not end with a slash or is not the start of a valid path. */
export function checkPrefix(prefix: string): string {
  if (prefix === '') return prefix;
  if (!prefix.endsWith('/')) throw new StorageRefusal(400, 'A prefix must be empty or end with "/".');
  checkPath(prefix.slice(0, -1));
  return prefix;
}

function readQuery(search: string): URLSearchParams {
  for (const part of search.split(/[&=]/)) decode(part.replaceAll('+', ' '));
  return new URLSearchParams(search);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StorageRefusal(400, 'The address is not valid UTF-8.');
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
