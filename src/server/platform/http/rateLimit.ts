import { eq, lt, sql } from 'drizzle-orm';
import { now } from '../process/clock.ts';
import type { Database } from '../database/database.ts';
import { Problem } from './problem.ts';
import { rateLimit } from '../database/tables.ts';

/** The number of free tries within a window, and the pause after them. */
export type Limit = {
  free: number;
  windowMs: number;
  /** The first pause after the free tries; it doubles with each further try. Without it the rest of the window is closed. */
  firstPauseMs?: number;
  longestPauseMs?: number;
};

/** One try that a limit counts; `key` says whose. */
export type Try = { key: string; limit: Limit };

/**
 * Counts one try of `key` (all processes together) and refuses it with 429 and Retry-After while a pause lasts.
 * One statement counts and begins the next pause, so of many tries at once no more pass than one after the other.
 * A refused try is not counted, and after the pause one more try is open: nobody is locked out for longer than it.
 */
export async function countTry(database: Database, key: string, limit: Limit): Promise<void> {
  await countTries(database, [{ key, limit }]);
}

/** Counts a try of several limits in one statement; the first one that refuses ends the counting. */
export async function countTries({ orm }: Database, tries: readonly Try[]): Promise<void> {
  const at = now();
  const { rows } = await orm.execute<{ paused_until: Date | null }>(
    sql`select count_tries(${asCounted(tries)}::jsonb, ${at}::timestamptz) as paused_until`,
  );
  refuseUntil(rows[0]?.paused_until, at);
}

/** Tries in the shape that the database function `count_tries` reads. */
export function asCounted(tries: readonly Try[]): string {
  return JSON.stringify(tries.map(({ key, limit }) => ({ key, ...limit })));
}

/** Refuses with 429 while the pause lasts that `count_tries` answered with. */
export function refuseUntil(pausedUntil: Date | string | null | undefined, at: Date): void {
  if (!pausedUntil) return;
  const pauseMs = new Date(pausedUntil).getTime() - at.getTime();
  throw new Problem('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(pauseMs / 1000)) });
}

/** Forgets the tries of `key`, after one that succeeded. */
export async function forgetTries(database: Database, key: string): Promise<void> {
  await database.orm.delete(rateLimit).where(eq(rateLimit.key, key));
}

/** Deletes windows that ended; a job calls it. */
export async function sweepRateLimits(database: Database): Promise<void> {
  await database.orm.delete(rateLimit).where(lt(rateLimit.windowEnds, now()));
}
