import { afterAll, beforeAll, expect, test } from 'vitest';
import { PgBoss } from 'pg-boss';
import { startServer, type TestServer } from '#test/harness.ts';
import { eventually } from '#test/processes.ts';
import { JobFigures } from './jobFigures.ts';
import { startJobs, type Job } from './jobs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const yearly = '0 0 1 1 *';

function start(jobs: readonly Job[]) {
  const maintenance = { words: () => Promise.resolve(undefined) };
  return startJobs(server.database, jobs, server.log, { figures: new JobFigures(), maintenance });
}

/** A second process beside the jobs, as far as their queues are concerned. */
async function otherProcess(): Promise<PgBoss> {
  const db = { executeSql: (text: string, values?: unknown[]) => server.database.pool.query(text, values) };
  const boss = new PgBoss({ db, migrate: false, createSchema: false, schedule: false, supervise: false });
  await boss.start();
  return boss;
}

const limitsOf = (name: string) =>
  server.sql('select expire_seconds as longest, heartbeat_seconds as silence from pgboss.queue where name = $1', [name]);

test('a job that an earlier version made gets the limits of this one', async () => {
  const boss = await otherProcess();
  await boss.createQueue('old', { policy: 'singleton', expireInSeconds: 900 });
  await boss.stop();
  const work = async () => undefined;
  const jobs = await start([
    { name: 'old', cron: yearly, work },
    { name: 'new', cron: yearly, longestSeconds: 3600, work },
  ]);
  expect([await limitsOf('old'), await limitsOf('new')]).toEqual([[{ longest: 900, silence: 60 }], [{ longest: 3600, silence: 60 }]]);
  await jobs.stop();
});

test('a run that has said nothing for a minute went with its process; before that nobody takes its place', async () => {
  const boss = await otherProcess();
  await boss.createQueue('slow', { policy: 'singleton', retryLimit: 0 });
  await boss.send('slow', {}, { heartbeatSeconds: 60, expireInSeconds: 3600 });
  let finish = () => {};
  const working = new Promise<void>((resolve) => (finish = resolve));
  const jobs = await start([{ name: 'slow', cron: yearly, longestSeconds: 3600, work: () => working }]);
  const states = () => server.sql<{ state: string }>("select state::text from pgboss.job where name = 'slow'");
  const afterSilence = async (seconds: number) => {
    await server.sql(`update pgboss.job set heartbeat_on = now() - interval '${seconds} seconds' where name = 'slow'`);
    await server.sql('update pgboss.queue set monitor_on = null, monitor_claim_on = null');
    await boss.supervise('slow');
    return states();
  };
  await eventually(async () => (await states())[0]?.state === 'active');
  expect([await afterSilence(50), await afterSilence(61)]).toEqual([[{ state: 'active' }], [{ state: 'failed' }]]);
  finish();
  await jobs.stop();
  await boss.stop();
});
