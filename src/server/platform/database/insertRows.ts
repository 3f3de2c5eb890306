import { getTableColumns, sql, type InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { blocksOf } from './blocks.ts';
import type { Transaction } from './database.ts';

const atOnce = 2000;

/**
 * Inserts any number of rows, each block as one JSON value: many times faster than a parameter for each cell. A column that only some of
 * the rows have is null in the others. A row that is there already is refused, or skipped. Returns the number of written rows.
 */
export async function insertRows<Table extends PgTable>(
  tx: Pick<Transaction, 'execute'>,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
  known: 'refused' | 'skipped' = 'refused',
): Promise<number> {
  const used = Object.entries(getTableColumns(table)).filter(([key]) => rows.some((row) => valueOf(row, key) !== undefined));
  const name = ([, column]: (typeof used)[number]) => sql.identifier(column.name);
  const names = sql.join(used.map(name), sql`, `);
  const typed = used.map((one) => sql`${name(one)} ${sql.raw(one[1].getSQLType())}`);
  const end = known === 'skipped' ? sql`on conflict do nothing` : sql``;
  let written = 0;
  for (const block of blocksOf(rows, atOnce)) {
    const cells = block.map((row) => Object.fromEntries(used.map(([key, column]) => [column.name, cellOf(column, valueOf(row, key))])));
    const { rows: counted } = await tx.execute<{ count: number }>(sql`with written as (insert into ${table} (${names})
        select ${names} from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as given(${sql.join(typed, sql`, `)}) ${end} returning 1)
      select count(*)::int as count from written`);
    written += counted[0]?.count ?? 0;
  }
  return written;
}

type Column = ReturnType<typeof getTableColumns>[string];

function valueOf(row: unknown, key: string): unknown {
  return Reflect.get(Object(row), key);
}

/** A value as PostgreSQL reads it out of JSON. */
function cellOf(column: Column, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const written = column.mapToDriverValue(value);
  // A sealed JSON column gives the driver a text; inside JSON it has to be a value again.
  return column.getSQLType().startsWith('json') && typeof written === 'string' && typeof value !== 'string' ? JSON.parse(written) : written;
}
