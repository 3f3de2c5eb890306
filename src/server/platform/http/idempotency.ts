import { and, eq, lt } from 'drizzle-orm';
import { now } from '../process/clock.ts';
import { sqlState, type Database, type Write } from '../database/database.ts';
import { Problem } from './problem.ts';
import { seal, unseal } from '../database/sealing.ts';
import { idempotencyKey } from '../database/tables.ts';

/** A creating request that may be sent again: its sender, its key, and its input. */
export type RepeatableRequest = { owner: string; key: string; requestHash: string };

const label = 'idempotency_key.answer';
const keptMs = 24 * 60 * 60 * 1000;

/**
 * Runs `work` once per key, in the same transaction as the key: the same request sent again gets the first answer,
 * another request under the same key is refused with 422, and one that is still running with 409.
 */
export async function once<T>({ tx, atEnd }: Write, request: RepeatableRequest, work: () => Promise<T>): Promise<T> {
  const mine = and(eq(idempotencyKey.owner, request.owner), eq(idempotencyKey.key, request.key));
  const inserted = await tx
    .insert(idempotencyKey)
    .values({ ...request, createdAt: now() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key })
    .catch((error: unknown) => {
      // The same key waits for the first request's end; one that takes that long is still running.
      throw sqlState(error) === '55P03' ? new Problem('in-progress', { retryAfterSeconds: 2 }) : error;
    });
  if (inserted.length === 0) {
    const [first] = await tx.select().from(idempotencyKey).where(mine);
    if (!first) throw new Problem('in-progress');
    if (first.requestHash !== request.requestHash) throw new Problem('key-reused');
    return answerOf(first.answer) as T;
  }
  const answer = await work();
  // A write may answer nothing at all; its column then says so.
  atEnd({
    text: 'update idempotency_key set answer = $1 where owner = $2 and key = $3',
    values: [seal(label, JSON.stringify(answer ?? null)), request.owner, request.key],
  });
  return answer;
}

/** The first answer; where its key is gone since, it is at least known that the work was done. */
function answerOf(sealed: string | null): unknown {
  if (sealed === null) return null;
  try {
    return JSON.parse(unseal(label, sealed));
  } catch {
    throw new Problem('already-committed');
  }
}

/** Deletes keys older than 24 hours; a job calls it. */
export async function sweepIdempotencyKeys(database: Database): Promise<void> {
  await database.orm.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, new Date(now().getTime() - keptMs)));
}
