import type pg from 'pg';
import { PreparingClient } from '../preparing.ts';

/** Takes a connection out of the pool for one transaction; it goes back with what broke it, if anything did. */
export async function take(pool: pg.Pool): Promise<{ client: PreparingClient; release: (broken?: Error) => void }> {
  const client = await pool.connect();
  if (!(client instanceof PreparingClient)) throw new Error('The pool makes prepared connections only.');
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
