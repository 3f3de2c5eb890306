import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWebServer } from '#server/webServer.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { serveHealth } from './health.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ PUBLIC_URL: 'https://rwa.test' });
});
afterAll(() => server.close());

test.each([
  [2_592_000, false, 'max-age=2592000'],
  [31_536_000, true, 'max-age=31536000; includeSubDomains'],
  [0, false, 'max-age=0'],
  [0, true, 'max-age=0; includeSubDomains'],
])('browsers are told to require https for %i seconds, with subdomains %s', async (HSTS_MAX_AGE, HSTS_SUBDOMAINS, wanted) => {
  const app = openWebServer({ ...server, settings: { ...server.settings, HSTS_MAX_AGE, HSTS_SUBDOMAINS } }, () => undefined);
  serveHealth(app, server.database, () => true);
  const { statusCode, headers } = await app.inject('/health/live');
  await app.close();
  expect([statusCode, headers['strict-transport-security']]).toEqual([200, wanted]);
});
