import { getColumnTable, sql } from 'drizzle-orm';
import { everyClub, type Database, type Transaction } from './database.ts';
import { isToSeal, type SealedColumn } from './sealing.ts';

const atOnce = 500;

/**
 * Seals with the present key all open values and those sealed with an older one, in blocks, while others work.
 * Ended midway, the next call goes on where it was. Gives how many values it sealed.
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

/** How many values are not sealed with the present key. */
export async function countOpen(database: Pick<Database, 'read'>, columns: readonly SealedColumn[]): Promise<number> {
  return database.read(everyClub, async (tx) => {
    let count = 0;
    for (const one of columns) count += await tx.$count(getColumnTable(one.column), isToSeal(one));
    return count;
  });
}

/** The same within a running transaction, for rows that it has just written by plain SQL. */
export async function sealWithin(tx: Transaction, one: SealedColumn): Promise<void> {
  let sealed: number;
  do sealed = await sealBlock(tx, one);
  while (sealed > 0);
}

async function sealBlock(tx: Transaction, one: SealedColumn): Promise<number> {
  const table = getColumnTable(one.column);
  const name = sql.identifier(one.column.name);
  // A concurrent change seals the row itself, or the next round does.
  const { rows } = await tx.execute<{ place: string; value: unknown }>(
    sql`select ${table}.ctid::text as place, ${one.column} as value from ${table} where ${isToSeal(one)} limit ${atOnce} for update skip locked`,
  );
  const sealed = rows.map(({ place, value }) => ({ place, value: one.column.mapToDriverValue(one.column.mapFromDriverValue(value)) }));
  if (sealed.length > 0)
    await tx.execute(sql`update ${table} set ${name} = given.value::${sql.raw(one.column.getSQLType())}
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as given(place text, value text) where ${table}.ctid = given.place::tid`);
  return sealed.length;
}
