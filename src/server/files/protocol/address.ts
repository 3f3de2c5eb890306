import { StorageRefusal } from './refusal.ts';

/** The target of a request of the storage protocol: a bucket, an object in it or the whole, and what it asks. */
export type Address = { bucket: string; path: string | undefined; query: URLSearchParams };

const pathBytesAtMost = 1024;

/** Reads the raw address of a request. The path is split before it is decoded, and decoded once. */
export function readAddress(url: string): Address {
  const [raw = '', search = ''] = splitOnce(url, '?');
  const match = /^\/v0\/b\/([^/]+)\/o(?:\/(.*))?$/.exec(raw);
  if (!match) throw new StorageRefusal(404, 'Not Found.');
  const [, bucket = '', path] = match;
  return { bucket: decode(bucket), path: path ? checkPath(decode(path)) : undefined, query: readQuery(search) };
}

/**
 * Refuses a key that is no plain path. Since bytes lie under names of the server no path could reach a file anyway;
 * but a key that reads like a way upwards would mislead people and programs that read it later.
 */
export function checkPath(path: string): string {
  const parts = path.split('/');
  const isBroken =
    path === '' ||
    Buffer.byteLength(path) > pathBytesAtMost ||
    !path.isWellFormed() ||
    path.normalize('NFC') !== path ||
    /[\p{Cc}\\\u2028\u2029]/u.test(path) ||
    // Encoded twice: a decoder that runs once more than ours would traverse upwards.
    /%(?:2e|2f|5c|[01][0-9a-f])/i.test(path) ||
    parts.some((part) => part === '' || part === '.' || part === '..');
  if (isBroken) throw new StorageRefusal(400, 'The name of the object is invalid.');
  return path;
}

/** Refuses a prefix that does not end with a slash, or could not begin a path. */
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
