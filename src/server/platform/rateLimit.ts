import { eq, lt, sql } from 'drizzle-orm';
import { now } from './clock.ts';
import type { Database } from './database.ts';
import { Problem } from './problem.ts';
import { rateLimit } from './tables.ts';

/** How many tries are free within a window, and what follows after them. */
export type Limit = {
  free: number;
  windowMs: number;
  /** The first pause after the free tries; it doubles with each further try. Without it the rest of the window is closed. */
  firstPauseMs?: number;
  longestPauseMs?: number;
};

/**
 * Counts one try of `key` (all processes together) and refuses it with 429 and Retry-After when there were too many.
 * A refused try is not counted, so nobody is locked out for longer than the pause.
 */
export async function countTry(database: Database, key: string, limit: Limit): Promise<void> {
  const at = now();
  const ends = new Date(at.getTime() + limit.windowMs);
  const [before] = await database.orm.select().from(rateLimit).where(eq(rateLimit.key, key));
  if (before?.blockedUntil && before.blockedUntil > at) refuse(before.blockedUntil, at);
  const [row] = await database.orm
    .insert(rateLimit)
    .values({ key, count: 1, windowEnds: ends })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${rateLimit.windowEnds} <= ${at} then 1 else ${rateLimit.count} + 1 end`,
        windowEnds: limit.firstPauseMs
          ? ends
          : sql`case when ${rateLimit.windowEnds} <= ${at} then ${ends} else ${rateLimit.windowEnds} end`,
        blockedUntil: null,
      },
    })
    .returning();
  const excess = (row?.count ?? 1) - limit.free;
  if (!row || excess < 0) return;
  const pauseMs = limit.firstPauseMs
    ? Math.min(limit.firstPauseMs * 2 ** excess, limit.longestPauseMs ?? Infinity)
    : row.windowEnds.getTime() - at.getTime();
  const blockedUntil = new Date(at.getTime() + pauseMs);
  await database.orm.update(rateLimit).set({ blockedUntil }).where(eq(rateLimit.key, key));
  if (excess > 0) refuse(blockedUntil, at);
}

/** Forgets the tries of `key`, after one that succeeded. */
export async function forgetTries(database: Database, key: string): Promise<void> {
  await database.orm.delete(rateLimit).where(eq(rateLimit.key, key));
}

/** Takes back one try of `key` that turned out to be none of those that the limit is meant for. */
export async function takeBackTry(database: Database, key: string): Promise<void> {
  await database.orm
    .update(rateLimit)
    .set({ count: sql`greatest(${rateLimit.count} - 1, 0)`, blockedUntil: null })
    .where(eq(rateLimit.key, key));
}

/** Removes windows that ended; a job calls it. */
export async function sweepRateLimits(database: Database): Promise<void> {
  await database.orm.delete(rateLimit).where(lt(rateLimit.windowEnds, now()));
}

function refuse(until: Date, at: Date): never {
  throw new Problem('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000)) });
}
