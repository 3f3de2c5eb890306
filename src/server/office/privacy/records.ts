import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/database.ts';

/** A column of a table that names a person, and whether its rows go with him. */
export type Reference = { table: string; column: string; goesAlong: boolean };

/** Records that belong to a person and have records of their own. */
const parents = ['member', 'enrolment', 'charge', 'hour_sheet'] as const;

/**
 * Every column of the database that refers to a table. It is asked of the catalogue, so that a new table is in the file of a
 * person without anybody thinking of it; one that says "on delete cascade" also goes when the person is erased.
 */
export async function referencesTo(tx: Transaction, table: 'person' | (typeof parents)[number]): Promise<Reference[]> {
  const { rows } = await tx.execute<Reference>(sql`
    select t.relname as table, a.attname as column, c.confdeltype = 'c' as "goesAlong"
    from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${`public.${table}`}::regclass and cardinality(c.conkey) = 1
    order by 1, 2`);
  return rows;
}

/** The rows of one table about a person. */
export type Found = { table: string; rows: { [column: string]: unknown }[] };

const rowsAtMost = 5000;

/** All rows about a person, his own row first, by table; `personIds` are his record and those merged into it. */
export async function rowsAbout(tx: Transaction, personIds: readonly string[]): Promise<Found[]> {
  const found = new Map<string, Map<string, Found['rows'][number]>>();
  const collect = async ({ table, column }: Pick<Reference, 'table' | 'column'>, ids: readonly string[]) => {
    if (ids.length === 0) return;
    const { rows } = await tx.execute<{ row: Found['rows'][number] }>(sql`
      select to_jsonb(t) as row from ${sql.identifier(table)} t
      where t.${sql.identifier(column)}::text in ${[...ids]} limit ${rowsAtMost}`);
    const known = found.get(table) ?? new Map<string, Found['rows'][number]>();
    for (const { row } of rows) known.set(JSON.stringify(row), row);
    if (known.size > 0) found.set(table, known);
  };
  for (const id of personIds) await collect({ table: 'person', column: 'id' }, [id]);
  for (const one of await referencesTo(tx, 'person')) await collect(one, personIds);
  for (const parent of parents) {
    const ids = [...(found.get(parent)?.values() ?? [])].map((row) => String(row['id']));
    for (const one of await referencesTo(tx, parent)) await collect(one, ids);
  }
  return [...found].map(([table, rows]) => ({ table, rows: [...rows.values()] }));
}
