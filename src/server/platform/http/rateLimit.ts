import { eq, lt, sql } from 'drizzle-orm';
import { now } from '../process/clock.ts';
import type { Database } from '../database/database.ts';
import { Problem } from './problem.ts';
import { rateLimit } from '../database/tables.ts';

/** The number of free tries within a window, and the pause after them. */
export type Limit = {
  free: number;
  windowMs: number;
  /** The first pause after the free tries; it doubles with each further try. Without it, all tries are rejected until the window ends. */
  firstPauseMs?: number;
  longestPauseMs?: number;
};

/** One try counted by a limit; `key` identifies the counter. */
export type Try = { key: string; limit: Limit };

/**
 * Counts one try of `key` over all processes; throws 429 with Retry-After while a pause lasts. A single statement counts and starts the
 * next pause, so concurrent tries cannot exceed the limit. A rejected try is not counted, and after the pause one more try is allowed:
 * nobody is locked out for longer.
 */
export async function countTry(database: Database, key: string, limit: Limit): Promise<void> {
  await countTries(database, [{ key, limit }]);
}

/** Counts a try against several limits in one statement; the first one that rejects it stops the counting. */
export async function countTries({ orm }: Database, tries: readonly Try[]): Promise<void> {
  const at = now();
  const { rows } = await orm.execute<{ paused_until: Date | null }>(
    sql`select count_tries(${asCounted(tries)}::jsonb, ${at}::timestamptz) as paused_until`,
  );
  refuseUntil(rows[0]?.paused_until, at);
}

/** Tries in the format of the database function `count_tries`. */
export function asCounted(tries: readonly Try[]): string {
  return JSON.stringify(tries.map(({ key, limit }) => ({ key, ...limit })));
}

/** Throws 429 while the pause returned by `count_tries` lasts. */
export function refuseUntil(pausedUntil: Date | string | null | undefined, at: Date): void {
  if (!pausedUntil) return;
  const pauseMs = new Date(pausedUntil).getTime() - at.getTime();
  throw new Problem('too-many-requests', { retryAfterSeconds: Math.max(1, Math.ceil(pauseMs / 1000)) });
}

/** Resets the counter of `key` after a successful try. */
export async function forgetTries(database: Database, key: string): Promise<void> {
  await database.orm.delete(rateLimit).where(eq(rateLimit.key, key));
}

/** Deletes expired windows; called by a job. */
export async function sweepRateLimits(database: Database): Promise<void> {
  await database.orm.delete(rateLimit).where(lt(rateLimit.windowEnds, now()));
}
