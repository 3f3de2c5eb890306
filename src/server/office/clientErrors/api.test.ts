import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckResult } from '#shared/kernel/health/checks.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-11-22T09:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const error = { name: 'TypeError', message: 'Cannot read "Mila" of lena@example.org', page: 'offers', places: ['index-a1b2.js:10:200'] };
const look = async () => {
  const svea = await server.signedIn('super');
  return (await svea.get<CheckResult[]>('/api/checks')).body.find(({ name }) => name === 'Fehler in Browsern');
};

test('a reported page error is in the checks on its day, without user input; a network reports five a minute', async () => {
  expect(await look()).toMatchObject({ state: 'ok' });
  const guest = server.visitor();
  const send = () => guest.post('/api/client-errors', error);
  expect((await guest.post('/api/client-errors', { ...error, page: '/id/geheim' })).status).toBe(422);
  const answers = [];
  for (let turn = 0; turn < 6; turn++) answers.push((await send()).status);
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  const found = await look();
  expect(found?.state).toBe('warn');
  expect(found?.text).toContain('5 Fehler haben Browser heute gemeldet, zuletzt TypeError: Cannot read … of … (Angebote)');
  setClock(new Date('2026-11-23T09:00:00Z'));
  expect((await send()).status).toBe(200);
  expect((await look())?.text).toContain('1 Fehler hat ein Browser heute gemeldet');
  setClock(new Date('2026-11-24T09:00:00Z'));
  expect(await look()).toMatchObject({ state: 'ok' });
});
