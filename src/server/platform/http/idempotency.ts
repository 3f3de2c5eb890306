import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { now } from '../process/clock.ts';
import { sqlState, type Database, type Write } from '../database/database.ts';
import { Problem } from './problem.ts';
import { seal, unseal } from '../database/sealing.ts';
import { idempotencyKey } from '../database/tables.ts';

/** A creating request that may be repeated: its sender, its key, and the hash of its input. */
export type RepeatableRequest = { owner: string; key: string; requestHash: string };

/** A submitted form as a repeatable request: `kind` keeps the keys of different forms apart. */
export function submittedForm(kind: string, owner: string, key: string, asked: unknown): RepeatableRequest {
  return { owner, key: `${kind}:${key}`, requestHash: createHash('sha256').update(JSON.stringify(asked)).digest('hex') };
}

/** Both are sealed: the input may contain a password, which could be guessed against a plain hash. */
const labels = { answer: 'idempotency_key.answer', requestHash: 'idempotency_key.request_hash' } as const;
const keptMs = 24 * 60 * 60 * 1000;

/**
 * Runs `work` once per key, in the same transaction as the key: a repeated request gets the first response; throws 422 for another request
 * with the same key, and 409 while the first one is still running.
 */
export async function once<T>({ tx, atEnd }: Write, request: RepeatableRequest, work: () => Promise<T>): Promise<T> {
  const mine = and(eq(idempotencyKey.owner, request.owner), eq(idempotencyKey.key, request.key));
  const inserted = await tx
    .insert(idempotencyKey)
    .values({ ...request, requestHash: seal(labels.requestHash, request.requestHash), createdAt: now() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key })
    .catch((error: unknown) => {
      // An insert of the same key waits for the first request to end; a lock timeout means that it is still running.
      throw sqlState(error) === '55P03' ? new Problem('in-progress', { retryAfterSeconds: 2 }) : error;
    });
  if (inserted.length === 0) {
    const [first] = await tx.select().from(idempotencyKey).where(mine);
    if (!first) throw new Problem('in-progress');
    if (opened(labels.requestHash, first.requestHash) !== request.requestHash) throw new Problem('key-reused');
    return (first.answer === null ? null : JSON.parse(opened(labels.answer, first.answer))) as T;
  }
  const answer = await work();
  // A write may return nothing; the column then holds null.
  atEnd({
    text: 'update idempotency_key set answer = $1 where owner = $2 and key = $3',
    values: [seal(labels.answer, JSON.stringify(answer ?? null)), request.owner, request.key],
  });
  return answer;
}

/** A sealed value; throws `already-committed` if it can no longer be decrypted, since the work was done. */
function opened(label: string, sealed: string): string {
  try {
    return unseal(label, sealed);
  } catch {
    throw new Problem('already-committed');
  }
}

/** Deletes keys older than 24 hours; called by a job. */
export async function sweepIdempotencyKeys(database: Database): Promise<void> {
  await database.orm.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, new Date(now().getTime() - keptMs)));
}
