import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { systemValue } from './tables.ts';

/** The value that all processes share under a name; undefined where none was kept. */
export async function readSystemValue({ orm }: Pick<Database, 'orm'>, name: string): Promise<string | undefined> {
  const [row] = await orm.select().from(systemValue).where(eq(systemValue.name, name));
  return row?.value;
}

/** Keeps a value unless another process was first; gives the one that holds. */
export async function keepSystemValue(database: Pick<Database, 'orm'>, name: string, value: string): Promise<string> {
  await database.orm.insert(systemValue).values({ name, value }).onConflictDoNothing();
  const kept = await readSystemValue(database, name);
  if (kept === undefined) throw new Error(`${name} was not kept.`);
  return kept;
}

/** Forgets a value that is kept elsewhere by now, or no longer holds. */
export async function forgetSystemValue({ orm }: Pick<Database, 'orm'>, name: string): Promise<void> {
  await orm.delete(systemValue).where(eq(systemValue.name, name));
}
