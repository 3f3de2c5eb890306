import { getColumnTable, sql } from 'drizzle-orm';
import { everyClub, type Database, type Transaction } from './database.ts';
import { isToSeal, type SealedColumn } from './sealing.ts';

const atOnce = 500;

/**
 * Encrypts with the current key all plain values and those encrypted with an older key, in blocks and concurrently with other writes.
 * Returns the number of values; an interrupted run is continued by the next call.
 */
export async function sealRows(
  database: Pick<Database, 'write'>,
  columns: readonly SealedColumn[],
  isStopping = () => false,
): Promise<number> {
  let count = 0;
  for (const one of columns) {
    for (let sealed = atOnce; sealed > 0 && !isStopping(); count += sealed)
      sealed = await database.write(everyClub, ({ tx }) => sealBlock(tx, one));
  }
  return count;
}

/** The number of values that are not encrypted with the current key. */
export async function countOpen(database: Pick<Database, 'read'>, columns: readonly SealedColumn[]): Promise<number> {
  return database.read(everyClub, async (tx) => {
    let count = 0;
    for (const one of columns) count += await tx.$count(getColumnTable(one.column), isToSeal(one));
    return count;
  });
}

/** Like `sealRows`, within a running transaction, for rows that it has just written by raw SQL. */
export async function sealWithin(tx: Transaction, one: SealedColumn): Promise<void> {
  let sealed: number;
  do sealed = await sealBlock(tx, one);
  while (sealed > 0);
}

async function sealBlock(tx: Transaction, one: SealedColumn): Promise<number> {
  const table = getColumnTable(one.column);
  const name = sql.identifier(one.column.name);
  // A row locked by a concurrent change is encrypted by that change or in the next round.
  const { rows } = await tx.execute<{ place: string; value: unknown }>(
    sql`select ${table}.ctid::text as place, ${one.column} as value from ${table} where ${isToSeal(one)} limit ${atOnce} for update skip locked`,
  );
  const sealed = rows.map(({ place, value }) => ({ place, value: one.column.mapToDriverValue(one.column.mapFromDriverValue(value)) }));
  if (sealed.length > 0)
    await tx.execute(sql`update ${table} set ${name} = given.value::${sql.raw(one.column.getSQLType())}
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as given(place text, value text) where ${table}.ctid = given.place::tid`);
  return sealed.length;
}
