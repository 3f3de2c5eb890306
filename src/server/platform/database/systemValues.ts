import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from './database.ts';
import { systemValue } from './tables.ts';

/** Where values are stored: the database, or a transaction. */
type Keeping = { orm: Transaction };

/** The value that all processes share under a name; undefined if there is none. */
export async function readSystemValue({ orm }: Keeping, name: string): Promise<string | undefined> {
  const [row] = await orm.select().from(systemValue).where(eq(systemValue.name, name));
  return row?.value;
}

/** Replaces a value, safely under concurrency; returns the previous one, undefined if there was none. */
export async function replaceSystemValue(database: Keeping, name: string, value: string): Promise<string | undefined> {
  const before = await readSystemValue(database, name);
  if (before === value) return before;
  await database.orm.insert(systemValue).values({ name, value }).onConflictDoUpdate({ target: systemValue.name, set: { value } });
  return before;
}

/** Computes a value from the previous one; concurrent writers are serialised. */
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

/** Deletes a value that is stored elsewhere by now or no longer holds. */
export async function forgetSystemValue({ orm }: Keeping, name: string): Promise<void> {
  await orm.delete(systemValue).where(eq(systemValue.name, name));
}
