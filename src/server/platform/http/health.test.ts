import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWebServer } from '#server/webServer.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { serveHealth } from './health.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'info' });
});
afterAll(() => server.close());

test('a process that is not ready yet says why in one line of the log; that is no failed request', async () => {
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
    Array.from({ length: 2 }, () => ({ level: 30, msg: 'not ready', reason: 'The work behind the requests does not run yet.' })),
  );
  expect(lines.join()).not.toContain('stack');
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  isRunning = true;
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
  await app.close();
});
