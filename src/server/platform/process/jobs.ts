import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Maintenance } from '../http/maintenance.ts';
import type { JobFigures } from './jobFigures.ts';

/** Work that returns by the clock, in one process at a time however many there are. */
export type Job = {
  name: string;
  /** Cron expression, Berlin time. */ cron: string;
  /** After how long a run that goes on and on counts as lost; a quarter of an hour unless said otherwise. */ longestSeconds?: number;
  work: () => Promise<void>;
};

const timezone = 'Europe/Berlin';
const usualSeconds = 900;
/**
 * A run says every 20 seconds that it lives. One that has said nothing for a minute went with its process, and the next may begin,
 * whatever time the work may take.
 */
const silenceSeconds = 60;
/** A daily job would be lost until tomorrow by one failure, a restart of the database say; the others run again soon. */
const daily = { retryLimit: 3, retryDelay: 120 };
const often = { retryLimit: 0, retryDelay: 0 };

/** Starts the jobs over the shared database; a failed run is logged and comes again at its next time, one of a day within minutes. */
export async function startJobs(
  database: Database,
  jobs: readonly Job[],
  log: FastifyBaseLogger,
  { figures, maintenance }: { figures: JobFigures; maintenance: Pick<Maintenance, 'words'> },
): Promise<{ stop(): Promise<void> }> {
  // Loaded only now, when the server answers already.
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs are waiting for the database'));
  await boss.start();
  const planned = new Map((await boss.getSchedules()).map((one) => [one.name, `${one.cron} ${one.timezone}`]));
  const queues = new Map((await boss.getQueues()).map((one) => [one.name, one]));
  for (const { name, cron, longestSeconds = usualSeconds, work } of jobs) {
    figures.expect(name);
    const again = /^\d+ \d+ /.test(cron) ? daily : often;
    const limits = { ...again, expireInSeconds: longestSeconds, heartbeatSeconds: silenceSeconds };
    const queue = queues.get(name);
    if (!queue) await boss.createQueue(name, { policy: 'singleton', ...limits });
    // One that an earlier version made keeps its limits until it is told others.
    else if (!isDeepStrictEqual({ ...queue, ...limits }, queue)) await boss.updateQueue(name, limits);
    await boss.work(name, { pollingIntervalSeconds: 10, heartbeatRefreshSeconds: silenceSeconds / 3 }, async () => {
      // Jobs skipped during maintenance run at their next time.
      if ((await maintenance.words()) !== undefined) return;
      try {
        await work();
        figures.count(name, 'done');
      } catch (error) {
        figures.count(name, 'failed');
        log.error({ err: error, job: name }, 'job failed');
        throw error;
      }
    });
    // Only what changed: reading a cron expression costs more than all the rest of a start.
    if (planned.get(name) !== `${cron} ${timezone}`) await boss.schedule(name, cron, null, { tz: timezone });
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
