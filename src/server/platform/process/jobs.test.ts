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

/** A second process, as far as its queues are concerned. */
async function otherProcess(): Promise<PgBoss> {
  const db = { executeSql: (text: string, values?: unknown[]) => server.database.pool.query(text, values) };
  const boss = new PgBoss({ db, migrate: false, createSchema: false, schedule: false, supervise: false });
  await boss.start();
  return boss;
}

const limitsOf = (name: string) =>
  server.sql('select expire_seconds as longest, heartbeat_seconds as silence, retry_limit as again from pgboss.queue where name = $1', [
    name,
  ]);

test('a job created by an earlier version gets the current limits', async () => {
  const boss = await otherProcess();
  await boss.createQueue('old', { policy: 'singleton', expireInSeconds: 900 });
  await boss.stop();
  const work = async () => undefined;
  const jobs = await start([
    { name: 'old', cron: '0 4 * * *', work },
    { name: 'new', cron: '30 * * * *', longestSeconds: 3600, work },
  ]);
  expect(await limitsOf('old')).toEqual([{ longest: 900, silence: 60, again: 3 }]);
  expect(await limitsOf('new')).toEqual([{ longest: 3600, silence: 60, again: 0 }]);
  await jobs.stop();
});

test('a run without a heartbeat for a minute is dead; before that no other starts', async () => {
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

test('a daily job is retried when it fails, an hourly one is not', async () => {
  const boss = await otherProcess();
  const work = () => Promise.reject(new Error('the database was away'));
  const crons = { daily: '0 4 * * *', hourly: '0 * * * *' };
  const names = Object.keys(crons);
  const jobs = await start(Object.entries(crons).map(([name, cron]) => ({ name, cron, work })));
  await jobs.stop();
  for (const name of names) await boss.send(name, {});
  const again = await start(Object.entries(crons).map(([name, cron]) => ({ name, cron, work })));
  const states = () => server.sql("select name, state::text from pgboss.job where name in ('daily', 'hourly') order by 1");
  await eventually(async () => (await states()).every(({ state }) => state !== 'created' && state !== 'active'));
  expect(await states()).toEqual([
    { name: 'daily', state: 'retry' },
    { name: 'hourly', state: 'failed' },
  ]);
  await again.stop();
  await boss.stop();
});
