import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { index, timestamp } from 'drizzle-orm/pg-core';

/** A column for a point in time, stored with its zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** The words of a closed list for `in …` in SQL; they are our own, never a user's. */
export function oneOf(words: readonly string[]): SQL {
  return sql.raw(`(${words.map((word) => `'${word}'`).join(', ')})`);
}

/** A pattern for `like` that finds what a person typed anywhere in a text; none of its signs means anything else there. */
export function containing(typed: string): string {
  return `%${typed.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** Each word of a search anywhere in the text; one of one or two letters only where a word begins, since anywhere finds everybody. */
export function wordPatterns(search: string): string[] {
  return search
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, 5)
    .map((word) => word.replaceAll(/[\\%_]/g, '\\$&'))
    .map((word) => (word.length < 3 ? `% ${word}%` : `%${word}%`));
}

/** Whether a text holds every word of a search, in any order, with umlauts in either spelling: *gross* and *Größmann Änne* find her. */
export function holdsWords(text: SQL, search: string): SQL {
  const found = wordPatterns(search).map((pattern) => sql`search_words(${text}) like ${pattern}`);
  return sql`(${sql.join(found.length > 0 ? found : [sql`false`], sql` and `)})`;
}

/** First and last name of a row as one, in SQL; of its columns, or of what the row is called within a statement. */
export function fullNameOf(row: { firstname: AnyColumn; lastname: AnyColumn } | 'p' | 'q'): SQL<string> {
  const { firstname, lastname } =
    typeof row === 'string' ? { firstname: sql.raw(`${row}.firstname`), lastname: sql.raw(`${row}.lastname`) } : row;
  return sql<string>`${firstname} || ' ' || ${lastname}`;
}

/** A name as lists show and sort it: "Muster, Eva". */
export function listedNameOf({ firstname, lastname }: { firstname: AnyColumn; lastname: AnyColumn }): SQL<string> {
  return sql<string>`${lastname} || ', ' || ${firstname}`;
}

/** The index by which PostgreSQL finds the rows of a key that may be empty, when what it points to goes. */
export function keyIndex(name: string, column: Parameters<ReturnType<typeof index>['on']>[0]) {
  return index(name)
    .on(column)
    .where(sql`${column} is not null`);
}
