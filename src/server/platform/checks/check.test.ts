import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { runChecks, type Check } from './check.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const broken: readonly Check[] = [
  {
    name: 'Kaputt',
    look: async () => Promise.reject(new Error('Failed query', { cause: new Error('relation "x" does not exist\nLINE 1') })),
  },
];

test('a failing check shows its reason on the command line, and on the page a reference to the log', async () => {
  expect(await runChecks(broken, server)).toEqual([
    { name: 'Kaputt', state: 'bad', text: 'Das ließ sich nicht prüfen: relation "x" does not exist' },
  ]);
  expect(await runChecks(broken, server, { headers: new Headers() })).toEqual([
    { name: 'Kaputt', state: 'bad', text: 'Das ließ sich nicht prüfen; der Grund steht im Protokoll des Servers.' },
  ]);
  expect(server.logged()).toContain('a check failed');
});
