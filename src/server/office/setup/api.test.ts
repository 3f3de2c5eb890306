import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SetupView } from '#shared/office/setup.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

async function states(client = anton, query = ''): Promise<{ [step: string]: string }> {
  const { status, body } = await client.get<SetupView>(`/api/setup${query}`);
  expect(status).toBe(200);
  return Object.fromEntries(body.steps.map(({ name, state }) => [name, state]));
}

test('only a board sees the first steps, of its own club; a super those of any', async () => {
  expect((await server.visitor().get('/api/setup')).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect((await (await server.signedIn(role)).get('/api/setup')).status).toBe(403);
  expect((await anton.get('/api/setup?club=SCB')).status).toBe(404);
  expect((await (await server.signedIn('super')).get('/api/setup?club=SCB')).status).toBe(200);
});

test('each step is done according to the data, and open again when they are removed', async () => {
  expect(await states()).toMatchObject({
    departments: 'done',
    halls: 'done',
    members: 'done',
    offer: 'done',
    people: 'done',
    bank: 'done',
    applications: 'done',
  });
  await server.sql("update department set ended_on = current_date - 1 where club = 'RWA'");
  await server.sql("update page set state = 'draft' where club = 'RWA' and legal_kind = 'privacy'");
  await server.sql("update club_account set iban = '' where club = 'RWA' and is_collect");
  expect(await states()).toMatchObject({ departments: 'open', legal: 'open', bank: 'open', members: 'done', applications: 'open' });
  await server.sql("update department set ended_on = null where club = 'RWA'");
  await server.sql("update page set state = 'published' where club = 'RWA' and legal_kind = 'privacy'");
  expect(await states()).toMatchObject({ departments: 'done', legal: 'done' });
});

test('a step can be postponed and resumed, for the own club only; the guide is hidden when nothing is open', async () => {
  const postpone = (part: string, isPostponed: boolean) => anton.send<SetupView>('PUT', `/api/setup/${part}`, { isPostponed });
  expect((await postpone('bank', true)).body.steps.find(({ name }) => name === 'bank')?.state).toBe('later');
  expect((await postpone('bank', true)).status).toBe(200);
  expect((await postpone('bank', false)).body.steps.find(({ name }) => name === 'bank')?.state).toBe('open');
  expect((await postpone('guide', true)).body.isShown).toBe(false);
  expect((await postpone('guide', false)).body.isShown).toBe(true);
  for (const [name, state] of Object.entries(await states())) if (state === 'open') await postpone(name, true);
  expect((await anton.get<SetupView>('/api/setup')).body.isShown).toBe(false);
  expect((await anton.send('PUT', '/api/setup/kaffee', { isPostponed: true })).status).toBe(422);
});

test('the test mail goes to the own address, once a minute however often it is requested', async () => {
  setClock(new Date());
  onTestFinished(() => setClock());
  const asked = await Promise.all([1, 2, 3].map(() => anton.post<{ recipient: string }>('/api/setup/test-mail', {})));
  expect(asked.map(({ status, body }) => [status, body.recipient])).toEqual(asked.map(() => [200, 'admin@rwa.test']));
  const mails = await server.sql<{ count: number }>(
    "select count(*)::int as count from outbox_mail where subject = 'Probemail' and recipient = 'admin@rwa.test'",
  );
  expect(mails[0]?.count).toBe(1);
});
