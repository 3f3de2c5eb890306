import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { containing } from './columns.ts';

/** Finds the rows whose text, or JSON, mentions one of these stored files by its path or by an address of it. */
export function mentions(column: AnyColumn, paths: readonly string[]): SQL {
  const patterns = paths.flatMap(formsOf).map(containing);
  return sql`${column}::text like any(${sql.param(patterns)}::text[])`;
}

/** Which of these files a text, or the JSON of a value, mentions. */
export function mentionedIn(value: unknown, paths: readonly string[]): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return paths.filter((path) => formsOf(path).some((form) => text.includes(form)));
}

/** How a path stands in texts: as it is, in the address of a picture, and in that of any other file. */
function formsOf(path: string): string[] {
  return [...new Set([path, path.split('/').map(encodeURIComponent).join('/'), encodeURIComponent(path)])];
}
