import type { z } from 'zod';
import { Problem } from '../http/problem.ts';

/** The place after which the next page of a list begins, as an opaque text. */
export function toCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** The key in a cursor, in the shape that its list gave it; anything but a cursor that we gave is refused. */
export function fromCursor<T>(cursor: string, shape: z.ZodType<T>): T {
  const key = shape.safeParse(readJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (key.success) return key.data;
  throw new Problem('invalid-argument', { fields: [{ path: 'cursor', message: 'Diese Seitenangabe ist ungültig.' }] });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
