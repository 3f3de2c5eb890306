import type { openClient } from '#server/platform/database/database.ts';

/** A plain connection as the owner of the tables. */
export type Client = ReturnType<typeof openClient>;

export type Table = { schema: string; name: string; columns: string[]; isForced: boolean };
export type Sequence = { schema: string; name: string; value: string; isCalled: boolean };
/** A partition of a partitioned table; the job queue creates some by date, so they differ between databases. */
export type Partition = { schema: string; name: string; parent: string; bound: string };
export type ForeignKey = { table: string; name: string; definition: string };

/** The migrations come with the program and define the schema version, so their table is not part of the data. */
const ours = `n.nspname not in ('information_schema', 'drizzle') and n.nspname not like 'pg\\_%'
  and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** All tables that hold rows themselves, without generated columns. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced",
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't' and ${ours} order by 1, 2`);
  return rows;
}

/** The current values of all sequences. Read after the tables: a sequence may be ahead of the rows, never behind. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${ours} order by 1, 2`);
  const sequences: Sequence[] = [];
  for (const { schema, name } of rows) {
    const [state] = (
      await client.query<Omit<Sequence, 'schema' | 'name'>>(
        `select last_value as value, is_called as "isCalled" from ${nameOf(client, { schema, name })}`,
      )
    ).rows;
    if (state) sequences.push({ schema, name, ...state });
  }
  return sequences;
}

/** The partitions of all partitioned tables. */
export async function readPartitions(client: Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select n.nspname as schema, c.relname as name, i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
    where c.relispartition and c.relkind = 'r' and ${ours} order by 1, 2`);
  return rows;
}

/** The foreign keys, without those that a partition inherits from its parent. */
export async function readForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select o.conrelid::regclass::text as "table", o.conname as name, pg_get_constraintdef(o.oid) as definition
    from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace
    where o.contype = 'f' and o.conparentid = 0 and ${ours} order by 1, 2`);
  return rows;
}

/** The applied migrations in order; they define the schema version. */
export async function readMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id');
  return rows.map(({ hash }) => hash);
}

/** The quoted, qualified name of a table or sequence. */
export function nameOf(client: Client, { schema, name }: { schema: string; name: string }): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}

/** The quoted columns of a table as a comma-separated list. */
export function columnsOf(client: Client, columns: readonly string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ');
}
