import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('a visitor and a reader cannot list users, a board member sees those of his club only', async () => {
  expect((await server.visitor().get('/api/users')).status).toBe(401);
  expect((await (await server.signedIn('reader')).get('/api/users')).status).toBe(403);
  const list = await (await server.signedIn('admin')).get<{ rows: { club: { name: string } }[] }>('/api/users');
  expect(list.status).toBe(200);
  expect(list.body.rows).toHaveLength(5);
  expect(new Set(list.body.rows.map((user) => user.club.name))).toEqual(new Set(['RWA']));
});
