import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
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

/** Which page of a list is asked for (`pageQuery`). */
export type PageAsked = { limit: number; cursor?: string | undefined };

const timeKey = z.tuple([z.iso.datetime(), z.uuid()]);

/** What stands behind a cursor in a list whose latest row comes first. */
export function earlierThan(time: AnyPgColumn, id: AnyPgColumn, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const [at, last] = fromCursor(cursor, timeKey);
  return sql`(${time}, ${id}) < (${at}::timestamptz, ${last}::uuid)`;
}

/** A page of such a list out of rows of which one more was read than it holds, and where the next one begins. */
export function pageByTime<Key extends string, Row extends { [time in Key]: Date } & { id: string }>(
  rows: readonly Row[],
  time: Key,
  limit: number,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last ? toCursor([last[time].toISOString(), last.id]) : null };
}
