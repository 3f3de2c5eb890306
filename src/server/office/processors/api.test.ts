import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Processor } from '#shared/office/processors.ts';
import { startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  await server.sql('delete from processor');
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

const post = { name: 'Musterpost GmbH', service: 'Mails', contractOn: '2026-01-15' };
const add = (values: object = {}, client = anton) => client.post('/api/privacy/processors', { ...post, ...values });
const list = async (client = anton) => (await client.get<Processor[]>('/api/privacy/processors')).body;
const change = ({ id, version, ...values }: Processor, more: object, client = anton) =>
  client.send('PUT', `/api/privacy/processors/${id}`, { ...values, version, ...more });
const fieldOf = ({ status, body }: Answer) => [status, (body as { fields?: { path: string }[] }).fields?.[0]?.path];

test('the board records the processors of the club, and the day of the contract; of two concurrent changes one is refused', async () => {
  const both = await Promise.all([add({ contractOn: '' }), add({ contractOn: '' })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  const [made] = await list();
  if (!made) throw new Error('Nothing was written.');
  expect(made).toMatchObject({ ...post, contractOn: '', version: 1 });
  const answers = await Promise.all([change(made, { contractOn: '2026-01-15' }), change(made, { service: 'Post' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await add({ name: 'Rechenwerk AG', service: 'Betrieb des Servers' });
  expect(await list()).toHaveLength(2);
  expect((await anton.send('DELETE', `/api/privacy/processors/${made.id}`)).status).toBe(200);
  expect((await anton.send('DELETE', `/api/privacy/processors/${made.id}`)).status).toBe(404);
  const entries = await server.sql<{ content: string }>("select content from audit where content like 'Auftragsverarbeiter%' order by id");
  expect(entries.map(({ content }) => content.split(':')[0])).toEqual(
    ['eingetragen', 'geändert', 'eingetragen', 'gelöscht'].map((word) => `Auftragsverarbeiter ${word}`),
  );
});

test('only the board of the club reads or writes them, and missing data are reported at their field', async () => {
  const [made] = await list();
  if (!made) throw new Error('Nothing is there.');
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect([(await client.get('/api/privacy/processors')).status, (await add({}, client)).status]).toEqual([403, 403]);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect(await list(alma)).toEqual([]);
  expect((await change(made, { name: 'Andere' }, alma)).status).toBe(404);
  expect((await alma.send('DELETE', `/api/privacy/processors/${made.id}`)).status).toBe(404);
  expect((await add({ club: 'RWA' }, alma)).status).toBe(404);
  expect(fieldOf(await add({ name: ' ' }))).toEqual([422, 'name']);
  expect(fieldOf(await add({ contractOn: '2199-01-01' }))).toEqual([422, 'contractOn']);
});
