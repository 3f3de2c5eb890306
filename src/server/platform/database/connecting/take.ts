import type pg from 'pg';
import { answerTimeoutMs, PreparingClient } from '../preparing.ts';

/** How long a request waits for a connection. */
export const usualWaitMs = 3000;

/** The limit for getting a connection and its first answer, in all. */
const patienceMs = 3900;

/**
 * How long a request has waited for the database. What it waited in one line it does not wait again in the next: a line to
 * the database that is frozen would otherwise be noticed at each step again.
 */
export class Patience {
  readonly #begunAt = performance.now();
  readonly #connectionMs: number;

  /** `connectionMs` is the longest wait for a connection, in whatever lines. */
  constructor(connectionMs = usualWaitMs) {
    this.#connectionMs = connectionMs;
  }

  /** What is left of the wait for a connection, in milliseconds. */
  get connectionMs(): number {
    return Math.max(0, this.#connectionMs - this.#waitedMs);
  }

  /** What is left of the wait for the first answer, in milliseconds. */
  get firstAnswerMs(): number {
    return Math.min(answerTimeoutMs, patienceMs - this.#waitedMs);
  }

  get #waitedMs(): number {
    return performance.now() - this.#begunAt;
  }
}

/** Takes a connection out of the pool for one transaction; it goes back with what broke it, if anything did. */
export async function take(pool: pg.Pool, patience: Patience): Promise<{ client: PreparingClient; release: (broken?: Error) => void }> {
  const client = await connect(pool, patience.connectionMs);
  if (!(client instanceof PreparingClient)) throw new Error('The pool makes prepared connections only.');
  client.hurry(patience.firstAnswerMs);
  let lost: Error | undefined;
  // Without a listener a connection that is lost in mid-work would end the process.
  const handleLoss = (error: Error) => void (lost ??= error);
  client.on('error', handleLoss);
  return {
    client,
    release: (broken = lost) => {
      if (!lost) client.off('error', handleLoss);
      client.release(broken);
    },
  };
}

/** A connection of the pool; one that comes too late goes back unused. */
async function connect(pool: pg.Pool, withinMs: number): Promise<pg.PoolClient> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const connecting = pool.connect();
  const timer = setTimeout(() => {
    connecting.then(
      (late) => late.release(),
      () => undefined,
    );
    reject(Object.assign(new Error('No connection was free.'), { code: 'ETIMEDOUT' }));
  }, withinMs);
  return Promise.race([connecting, tooLate]).finally(() => clearTimeout(timer));
}
