import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/** What tells one result of a filter from another: how many rows it finds and which. To be selected beside a count of all of them. */
export function foundMark(id: SQLWrapper): SQL<string> {
  return sql<string>`count(*) || ':' || coalesce(bit_xor(hashtextextended(${id}::text, 0)), 0)`;
}
