import type { Sql } from './processes.ts';

/** The MD5 of all rows of every table, and the state of every sequence except for the audit log's. */
export async function contentsOf(sql: Sql): Promise<{ [table: string]: string | null }> {
  const tables = await sql<{ name: string }>(
    "select schemaname || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema', 'drizzle')",
  );
  // One statement for all tables, since each call opens a connection.
  const sums = await sql<{ name: string; md5: string | null }>(
    tables
      .map(({ name }) => `select $$${name}$$ as name, md5(string_agg(t::text, chr(10) order by t::text)) as md5 from ${name} t`)
      .join(' union all '),
  );
  const sequences = await sql<{ name: string; value: string }>(
    "select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences where sequencename <> 'audit_id_seq' and schemaname <> 'drizzle'",
  );
  return Object.fromEntries([...sums.map(({ name, md5 }) => [name, md5]), ...sequences.map(({ name, value }) => [name, value])]);
}
