import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Answer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'info' });
});
afterAll(() => server.close());

type Line = { msg: string; requestId: string; method: string; route: string; status: number; ms: number; userId?: string; club?: string };

/** The log lines with the request id of a response; they are written when it is sent. */
async function linesOf({ headers }: Answer): Promise<Line[]> {
  const id = String(headers['x-request-id']);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  const found = () =>
    server
      .logged()
      .split('\n')
      .flatMap((line) => (line.includes(id) ? [JSON.parse(line) as Line] : []))
      .filter(({ msg }) => msg === 'request');
  await expect.poll(() => found().length).toBe(1);
  return found();
}

test('one line says who requested what and the outcome, without the values in the path', async () => {
  const anton = await server.signedIn('admin');
  const [account] = await server.sql<{ id: string }>("select id from app_user where email = 'admin@rwa.test'");
  const [member] = await server.sql<{ id: string }>("select id from member where club = 'RWA' limit 1");
  const read = await anton.get(`/api/members/${member?.id ?? ''}`);
  expect(await linesOf(read)).toMatchObject([
    { method: 'GET', route: '/api/members/{id}', status: 200, userId: account?.id, club: 'RWA', ms: expect.any(Number) },
  ]);
  const visitor = server.visitor('SCB');
  const [line] = await linesOf(await visitor.get(`/api/members/${member?.id ?? ''}`));
  expect(line).toMatchObject({ route: '/api/members/{id}', status: 401, club: 'SCB' });
  expect(line).not.toHaveProperty('userId');
  expect(server.logged()).not.toContain(member?.id);
});

test('every response has the id of its request: pages, files, refusals, and unroutable ones', async () => {
  const visitor = server.visitor();
  const asked = [
    '/',
    '/nirgends/Erika-Mustermann',
    '/api/nichts/Erika-Mustermann',
    '/v0/b/club-files/o/Erika-Mustermann',
    '/media/320/Erika-Mustermann',
  ];
  for (const url of asked) {
    const [line] = await linesOf(await visitor.get(url));
    expect(line?.route, url).not.toContain('Erika');
  }
  expect(server.logged()).not.toContain('Erika');
  expect((await visitor.get('/%ff')).headers['x-request-id']).toBeDefined();
  const foreign = await (await server.signedIn('reader')).post('/api/session/sign-out', {}, { origin: 'https://foreign.example' });
  expect([foreign.status, foreign.headers['x-request-id']]).toEqual([403, foreign.body.requestId]);
});

test('health checks are not logged', async () => {
  const before = server.logged().length;
  expect((await server.visitor().get('/health/live')).status).toBe(200);
  await linesOf(await server.visitor().get('/api/version'));
  expect(server.logged().slice(before)).not.toContain('/health');
});
