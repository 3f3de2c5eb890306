import { Problem } from './problem.ts';

type Key = (string | number | null)[];

/** The place after which the next page of a list begins, as an opaque text. */
export function toCursor(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** The key in a cursor; anything but a cursor that we gave is refused. */
export function fromCursor(cursor: string, length: number): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const isKey =
      Array.isArray(key) &&
      key.length === length &&
      key.every((part) => part === null || typeof part === 'number' || (typeof part === 'string' && !part.includes('\0')));
    if (isKey) return key as Key;
  } catch {
    // Falls through to the refusal: a cursor that cannot be read is one that we never gave.
  }
  throw new Problem('invalid-argument', { fields: [{ path: 'cursor', message: 'Diese Seitenangabe ist ungültig.' }] });
}
