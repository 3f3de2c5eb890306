import { lt } from 'drizzle-orm';
import { Problem } from '../http/problem.ts';
import type { Database, Transaction } from './database.ts';
import { committedBatch } from './tables.ts';

/** Records in the transaction of a bulk write that this batch is committed with it; throws 409 if it already was. */
export async function commitBatch(tx: Transaction, id: string): Promise<void> {
  const [mine] = await tx.insert(committedBatch).values({ id }).onConflictDoNothing().returning();
  if (!mine) throw new Problem('already-committed');
}

/** Deletes the ids of batches that were committed before `before`; called by a job. */
export async function sweepBatches({ orm }: Pick<Database, 'orm'>, before: Date): Promise<void> {
  await orm.delete(committedBatch).where(lt(committedBatch.committedAt, before));
}
