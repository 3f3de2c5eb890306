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
 * Counts one try of `key` (all processes together) and refuses it with 429 and Retry-After while a pause lasts.
 * One statement counts and begins the next pause, so of many tries at once no more pass than one after the other.
 * A refused try is not counted, and after the pause one more try is open: nobody is locked out for longer than it.
 */
export async function countTry({ orm }: Database, key: string, limit: Limit): Promise<void> {
  const at = now();
  const ends = new Date(at.getTime() + limit.windowMs);
  const isOver = sql`${rateLimit.windowEnds} <= ${at}`;
  const count = sql`(case when ${isOver} then 1 else ${rateLimit.count} + 1 end)`;
  const windowEnds = limit.firstPauseMs
    ? sql`${ends}::timestamptz`
    : sql`case when ${isOver} then ${ends} else ${rateLimit.windowEnds} end`;
  const pauseEnds = limit.firstPauseMs
    ? sql`${at}::timestamptz + make_interval(secs => least(${limit.firstPauseMs} * 2 ^ least(${count} - ${limit.free}, 30), ${limit.longestPauseMs ?? limit.windowMs}) / 1000.0)`
    : windowEnds;
  const [counted] = await orm
    .insert(rateLimit)
    .values({ key, count: 1, windowEnds: ends })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: { count, windowEnds, blockedUntil: sql`case when ${count} >= ${limit.free} then ${pauseEnds} end` },
      setWhere: sql`${rateLimit.blockedUntil} is null or ${rateLimit.blockedUntil} <= ${at}`,
    })
    .returning({ key: rateLimit.key });
  if (counted) return;
  const [row] = await orm.select().from(rateLimit).where(eq(rateLimit.key, key));
  const pauseMs = (row?.blockedUntil?.getTime() ?? 0) - at.getTime();
  throw new Problem('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(pauseMs / 1000)) });
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
