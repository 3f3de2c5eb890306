import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';

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

/** First and last name of a row as one, in SQL. */
export function fullNameOf({ firstname, lastname }: { firstname: AnyColumn; lastname: AnyColumn }): SQL<string> {
  return sql<string>`${firstname} || ' ' || ${lastname}`;
}
