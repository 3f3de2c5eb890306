import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Maintenance } from '../http/maintenance.ts';
import type { JobFigures } from './jobFigures.ts';

/** A scheduled job; runs in one process at a time. */
export type Job = {
  name: string;
  /** A cron expression in Berlin time. */ cron: string;
  /** After how long a run counts as lost; 15 minutes by default. */ longestSeconds?: number;
  work: () => Promise<void>;
};

const timezone = 'Europe/Berlin';
const usualSeconds = 900;
/** A run sends a heartbeat every 20 seconds. After a minute without one its process is gone, and the next run may begin. */
const silenceSeconds = 60;
/** A failure, e.g. a database restart, would delay a daily job to the next day; the others run again soon. */
const daily = { retryLimit: 3, retryDelay: 120 };
const often = { retryLimit: 0, retryDelay: 0 };
/** How often a process looks whether a run is due: the server rests between, and a daily job may begin within a minute of its time. */
const lookSeconds = { daily: 60, often: 10 };

/** Starts the jobs over the shared database. A failed run is logged and repeated at its next time, a daily one within minutes. */
export async function startJobs(
  database: Database,
  jobs: readonly Job[],
  log: FastifyBaseLogger,
  { figures, maintenance }: { figures: JobFigures; maintenance: Pick<Maintenance, 'words'> },
): Promise<{ stop(): Promise<void> }> {
  // Loaded late, when the server already responds.
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
    const isDaily = /^\d+ \d+ /.test(cron);
    const limits = { ...(isDaily ? daily : often), expireInSeconds: longestSeconds, heartbeatSeconds: silenceSeconds };
    const queue = queues.get(name);
    if (!queue) await boss.createQueue(name, { policy: 'singleton', ...limits });
    // A queue created by an earlier version keeps its old limits until they are updated.
    else if (!isDeepStrictEqual({ ...queue, ...limits }, queue)) await boss.updateQueue(name, limits);
    const pollingIntervalSeconds = isDaily ? lookSeconds.daily : lookSeconds.often;
    await boss.work(name, { pollingIntervalSeconds, heartbeatRefreshSeconds: silenceSeconds / 3 }, async () => {
      // Jobs skipped during maintenance run at their next scheduled time.
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
    // Only changed schedules: parsing a cron expression takes longer than the rest of a start.
    if (planned.get(name) !== `${cron} ${timezone}`) await boss.schedule(name, cron, null, { tz: timezone });
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 5000 }) };
}
