import type pg from 'pg';
import { answerTimeoutMs, PreparingClient } from '../preparing.ts';

/** The default timeout for getting a connection. */
export const usualWaitMs = 3000;

/** The timeout for getting a connection and its first answer, in total. */
const patienceMs = 3900;

/**
 * Measures how long a request has waited for the database. Time spent in one queue counts for the next one; otherwise a request to an
 * unresponsive database would wait for the full timeout at each step.
 */
export class Patience {
  readonly #begunAt = performance.now();
  readonly #connectionMs: number;

  /** `connectionMs` is the maximum wait for a connection, over all queues. */
  constructor(connectionMs = usualWaitMs) {
    this.#connectionMs = connectionMs;
  }

  /** The remaining wait for a connection, in milliseconds. */
  get connectionMs(): number {
    return Math.max(0, this.#connectionMs - this.#waitedMs);
  }

  /** The remaining wait for the first answer, in milliseconds. */
  get firstAnswerMs(): number {
    return Math.min(answerTimeoutMs, patienceMs - this.#waitedMs);
  }

  get #waitedMs(): number {
    return performance.now() - this.#begunAt;
  }
}

/** Takes a connection from the pool for one transaction. `release` returns it; a lost one, or one with an error, is discarded. */
export async function acquire(pool: pg.Pool, patience: Patience): Promise<{ client: PreparingClient; release: (broken?: Error) => void }> {
  const client = await connect(pool, patience.connectionMs);
  if (!(client instanceof PreparingClient)) throw new Error('The pool makes prepared connections only.');
  client.hurry(patience.firstAnswerMs);
  let lost: Error | undefined;
  // Without a listener, losing the connection in use would end the process.
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

/** Gets a connection from the pool within `withinMs`; one that arrives later is released unused. */
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
