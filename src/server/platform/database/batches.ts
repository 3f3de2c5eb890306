import { lt } from 'drizzle-orm';
import { Problem } from '../http/problem.ts';
import type { Database, Transaction } from './database.ts';
import { committedBatch } from './tables.ts';

/** Notes in the transaction of a bulk write that this batch is committed with it. 409 when it already was. */
export async function commitBatch(tx: Transaction, id: string): Promise<void> {
  const [mine] = await tx.insert(committedBatch).values({ id }).onConflictDoNothing().returning();
  if (!mine) throw new Problem('already-committed');
}

/** Forgets batches that were committed before; a job calls it. */
export async function sweepBatches({ orm }: Pick<Database, 'orm'>, before: Date): Promise<void> {
  await orm.delete(committedBatch).where(lt(committedBatch.committedAt, before));
}
