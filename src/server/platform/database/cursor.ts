import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { Problem } from '../http/problem.ts';

/** Encodes the sort key of a page's last row as an opaque cursor. */
export function toCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Decodes a cursor into the key shape of its list; throws `invalid-argument` for anything else. */
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

/** The requested page of a list (`pageQuery`). */
export type PageAsked = { limit: number; cursor?: string | undefined };

const timeKey = z.tuple([z.iso.datetime(), z.uuid()]);

/** The condition for rows after a cursor in a list that is sorted by time, newest first. */
export function earlierThan(time: AnyPgColumn, id: AnyPgColumn, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined;
  const [at, last] = fromCursor(cursor, timeKey);
  return sql`(${time}, ${id}) < (${at}::timestamptz, ${last}::uuid)`;
}

/** The page and the next cursor of a list sorted by time; `rows` were read with one more than `limit`. */
export function pageByTime<Key extends string, Row extends { [time in Key]: Date } & { id: string }>(
  rows: readonly Row[],
  time: Key,
  limit: number,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next: rows.length > limit && last ? toCursor([last[time].toISOString(), last.id]) : null };
}
