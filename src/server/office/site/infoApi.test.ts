import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('everybody reads version and tag, and no path of the machine', async () => {
  const answer = await server.visitor().get<{ changes: { version: string }[] }>('/api/version');
  expect(answer.body).toMatchObject({ version: 'v2.4', tag: 'v2', build: 'test' });
  const [newest] = answer.body.changes;
  expect((await server.visitor().get('/health/live')).body).toEqual({ ok: true, version: newest?.version.slice(1) });
  expect(answer.text).not.toMatch(/node_modules|\/work\/|\/home\//);
});

test('a change is parsed with all its lines, and its day is valid', async () => {
  const { body } = await server.visitor().get<{ changes: { date: string; entries: string[] }[] }>('/api/version');
  expect(body.changes[0]?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  const entries = body.changes.flatMap((change) => change.entries);
  expect(entries.filter((entry) => !/[.!?“]$/.test(entry))).toEqual([]);
});
