import type { FastifyInstance } from 'fastify';
import type { Database, Transaction } from '../database/database.ts';
import { forgetSystemValue, readSystemValue, replaceSystemValue } from '../database/systemValues.ts';
import { Problem } from './problem.ts';

const name = 'maintenance';
/** How long other processes may take to notice that maintenance began or ended. */
export const maintenanceAgeMs = 1000;
const retryAfterSeconds = 60;

/** Maintenance mode: users can read, but nothing is changed, and no jobs run and no emails are sent. */
export type Maintenance = {
  /** The notice to users; undefined outside of maintenance, and while the database is unavailable. */
  words(): Promise<string | undefined>;
  /** The same before a write; throws while the database is unavailable, when nothing could be written either. */
  wordsBeforeWrite(): Promise<string | undefined>;
};

const usualWords = 'Am Portal wird gearbeitet. Bis dahin lässt sich alles lesen, aber nichts ändern.';

/** Reads the state at most once per second. */
export function watchMaintenance(database: Pick<Database, 'orm'>): Maintenance {
  let readAt = -Infinity;
  let known: Promise<string | undefined> = Promise.resolve(undefined);
  const wordsBeforeWrite = () => {
    if (performance.now() - readAt < maintenanceAgeMs) return known;
    readAt = performance.now();
    known = readSystemValue(database, name);
    return known;
  };
  return { wordsBeforeWrite, words: () => wordsBeforeWrite().catch(() => undefined) };
}

/** Rejects every write during maintenance. */
export function refuseInMaintenance(app: FastifyInstance, maintenance: Maintenance): void {
  app.addHook('onRequest', async ({ method }) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method) && (await maintenance.wordsBeforeWrite()) !== undefined)
      throw new Problem('maintenance', { retryAfterSeconds });
  });
}

/** Begins maintenance with `words` or the default sentence; returns the sentence, or undefined if it was already set. */
export async function beginMaintenance(orm: Transaction, words: string): Promise<string | undefined> {
  const said = words.trim() === '' ? usualWords : words.trim();
  const before = await replaceSystemValue({ orm }, name, said);
  return before === said ? undefined : said;
}

/** Ends maintenance; false if there was none. */
export async function endMaintenance(orm: Transaction): Promise<boolean> {
  const before = await readSystemValue({ orm }, name);
  await forgetSystemValue({ orm }, name);
  return before !== undefined;
}
