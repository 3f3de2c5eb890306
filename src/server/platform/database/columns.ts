import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { index, timestamp } from 'drizzle-orm/pg-core';

/** A column for an instant, stored with time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A closed list of words for `in …` in SQL; unescaped, so it must never contain user input. */
export function oneOf(words: readonly string[]): SQL {
  return sql.raw(`(${words.map((word) => `'${word}'`).join(', ')})`);
}

/**
 * Whether a column has one of any number of ids, as one parameter: a parameter for each makes thousands of ids slow, and a query may have at
 * most 65,535.
 */
export function isAmong(column: AnyColumn, ids: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...ids])}::uuid[])`;
}

/** A `like` pattern that matches the typed text anywhere; its special characters are escaped. */
export function containing(typed: string): string {
  return `%${typed.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** One `like` pattern per word of a search. Words of one or two letters only match at the start of a word, to limit the matches. */
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

/** Whether a text contains every word of a search, in any order, with umlauts in either spelling: *gross* and *Größmann Änne* match. */
export function holdsWords(text: SQL, search: string): SQL {
  const found = wordPatterns(search).map((pattern) => sql`search_words(${text}) like ${pattern}`);
  return sql`(${sql.join(found.length > 0 ? found : [sql`false`], sql` and `)})`;
}

/** SQL for the full name of a row, by its columns or by its alias within the statement. */
export function fullNameOf(row: { firstname: AnyColumn; lastname: AnyColumn } | 'p' | 'q'): SQL<string> {
  const { firstname, lastname } =
    typeof row === 'string' ? { firstname: sql.raw(`${row}.firstname`), lastname: sql.raw(`${row}.lastname`) } : row;
  return sql<string>`${firstname} || ' ' || ${lastname}`;
}

/** SQL for a name as lists show and sort it: "Muster, Eva". */
export function listedNameOf({ firstname, lastname }: { firstname: AnyColumn; lastname: AnyColumn }): SQL<string> {
  return sql<string>`${lastname} || ', ' || ${firstname}`;
}

/** A partial index on a nullable foreign key, by which PostgreSQL finds the referencing rows when the referenced row is deleted. */
export function keyIndex(name: string, column: Parameters<ReturnType<typeof index>['on']>[0]) {
  return index(name)
    .on(column)
    .where(sql`${column} is not null`);
}

/** What tells one result of a filter from another: how many rows it finds and which. To be selected beside a count of all of them. */
export function foundMark(id: AnyColumn): SQL<string> {
  return sql<string>`count(*) || ':' || coalesce(bit_xor(hashtextextended(${id}::text, 0)), 0)`;
}
