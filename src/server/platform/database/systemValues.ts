import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';
import { systemValue } from './tables.ts';

/** Where the values are kept: the database, or a transaction. */
type Keeping = { orm: Transaction };

/** The value that all processes share under a name; undefined where none was kept. */
export async function readSystemValue({ orm }: Keeping, name: string): Promise<string | undefined> {
  const [row] = await orm.select().from(systemValue).where(eq(systemValue.name, name));
  return row?.value;
}

/** Keeps a value in place of the one before, however many do so at once; gives the one before, undefined where none was kept. */
export async function replaceSystemValue(database: Keeping, name: string, value: string): Promise<string | undefined> {
  const before = await readSystemValue(database, name);
  if (before === value) return before;
  await database.orm.insert(systemValue).values({ name, value }).onConflictDoUpdate({ target: systemValue.name, set: { value } });
  return before;
}

/** Makes a value out of the one before, one writer after the other. */
export async function changeSystemValue(
  { orm }: Pick<Database, 'orm'>,
  name: string,
  change: (before: string | undefined) => string,
): Promise<void> {
  await orm.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`system_value ${name}`}, 0))`);
    const value = change(await readSystemValue({ orm: tx }, name));
    await tx.insert(systemValue).values({ name, value }).onConflictDoUpdate({ target: systemValue.name, set: { value } });
  });
}

/** Forgets a value that is kept elsewhere by now, or no longer holds. */
export async function forgetSystemValue({ orm }: Keeping, name: string): Promise<void> {
  await orm.delete(systemValue).where(eq(systemValue.name, name));
}
