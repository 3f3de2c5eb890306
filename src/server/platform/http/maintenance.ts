import type { FastifyInstance } from 'fastify';
import type { Database, Transaction } from '../database/database.ts';
import { forgetSystemValue, readSystemValue, replaceSystemValue } from '../database/systemValues.ts';
import { Problem } from './problem.ts';

const name = 'maintenance';
/** How long the other processes may not know yet that it began or ended. */
export const maintenanceAgeMs = 1000;
const retryAfterSeconds = 60;

/** Maintenance mode: people read, nobody changes anything, no job and no mail runs. */
export type Maintenance = {
  /** The notice to people; undefined outside of maintenance, and while the database cannot be asked. */
  words(): Promise<string | undefined>;
  /** The same before a write; fails while the database cannot be asked, where nothing could be written either. */
  wordsBeforeWrite(): Promise<string | undefined>;
};

const usualWords = 'Am Portal wird gearbeitet. Bis dahin lässt sich alles lesen, aber nichts ändern.';

/** Looks at most once a second, however many ask. */
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

/** Refuses every write during maintenance. */
export function refuseInMaintenance(app: FastifyInstance, maintenance: Maintenance): void {
  app.addHook('onRequest', async ({ method }) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method) && (await maintenance.wordsBeforeWrite()) !== undefined)
      throw new Problem('maintenance', { retryAfterSeconds });
  });
}

/** Begins maintenance, with a sentence for people or the usual one; gives the sentence, undefined where it was set already. */
export async function beginMaintenance(orm: Transaction, words: string): Promise<string | undefined> {
  const said = words.trim() === '' ? usualWords : words.trim();
  const before = await replaceSystemValue({ orm }, name, said);
  return before === said ? undefined : said;
}

/** Ends maintenance; false where there was none. */
export async function endMaintenance(orm: Transaction): Promise<boolean> {
  const before = await readSystemValue({ orm }, name);
  await forgetSystemValue({ orm }, name);
  return before !== undefined;
}
