import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { containing } from './columns.ts';

/** The condition for rows whose text or JSON contains one of these stored files, by its path or by a URL of it. */
export function mentions(column: AnyColumn, paths: readonly string[]): SQL {
  const patterns = paths.flatMap(formsOf).map(containing);
  return sql`${column}::text like any(${sql.param(patterns)}::text[])`;
}

/** The files that a text, or the JSON of a value, contains. */
export function mentionedIn(value: unknown, paths: readonly string[]): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return paths.filter((path) => formsOf(path).some((form) => text.includes(form)));
}

/** The forms of a path in texts: plain, in the URL of a picture, and in the URL of any other file. */
function formsOf(path: string): string[] {
  return [...new Set([path, path.split('/').map(encodeURIComponent).join('/'), encodeURIComponent(path)])];
}
