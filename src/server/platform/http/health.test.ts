import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '#server/files/bytes/openBlobs.ts';
import { watchStore } from '#server/files/bytes/proveStore.ts';
import { listFiles } from '#server/office/backup/save.ts';
import { openWebServer } from '#server/webServer.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { serveHealth } from './health.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'info' });
});
afterAll(() => server.close());

test('a process that is not ready says why in one log line; that is no failed request', async () => {
  let isRunning = false;
  const before = server.logged().length;
  const app = openWebServer(server);
  serveHealth(app, server.database, () => isRunning);
  for (const url of ['/health/ready', '/health']) {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json<object>(), answer.headers['retry-after']]).toMatchObject([503, { code: 'unavailable' }, '2']);
  }
  const lines = server.logged().slice(before).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
    Array.from({ length: 2 }, () => ({ level: 30, msg: 'not ready', reason: 'The background work is not running yet.' })),
  );
  expect(lines.join()).not.toContain('stack');
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  isRunning = true;
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  await app.close();
});

test('with a read-only database, reading works, a write is told to retry, and the server is not ready', async () => {
  const rosa = await server.signedIn('reader');
  const setReadOnly = async (value: 'on' | 'off') => {
    await server.sql(
      `do $$ begin execute format('alter role vereinsportal in database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
    );
    // The setting applies to new connections.
    await server.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'vereinsportal'",
    );
  };
  await setReadOnly('on');
  await expect.poll(async () => (await rosa.get('/api/news?limit=1')).status).toBe(200);
  const change = await rosa.send('PATCH', '/api/profile', { firstname: 'Rosa', lastname: 'Neu' });
  expect([change.status, change.body.code, change.headers['retry-after']]).toEqual([503, 'unavailable', '2']);
  expect((await rosa.get('/health/ready')).status).toBe(503);
  expect((await rosa.get('/health/live')).status).toBe(200);
  await setReadOnly('off');
  await expect.poll(async () => (await rosa.get('/health/ready')).status).toBe(200);
  expect((await rosa.send('PATCH', '/api/profile', { firstname: 'Rosa', lastname: 'Neu' })).status).toBe(200);
});

test('each connection to the database names its process', async () => {
  const rows = await server.sql<{ name: string }>(
    "select distinct application_name as name from pg_stat_activity where datname = current_database() and usename = 'vereinsportal'",
  );
  expect(rows).toEqual([{ name: `vereinsportal ${process.pid}` }]);
});

test('if the file store is not writable, the server is not ready, and is so again when it is', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-'));
  const files = path.join(folder, 'files');
  const app = openWebServer(server);
  serveHealth(app, server.database, () => true, watchStore(openBlobs({ ...server.settings, FILES_DIR: files })));
  // A file in place of the folder: not even root can write into it.
  fs.writeFileSync(files, '');
  expect((await app.inject('/health/ready')).statusCode).toBe(503);
  fs.rmSync(files);
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  expect(listFiles(files)).toEqual([]);
  await app.close();
  fs.rmSync(folder, { recursive: true });
});
