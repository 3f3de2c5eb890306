import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Feedback } from '#shared/content/feedback.ts';
import { emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const svea = await server.signedIn('super');
  await svea.send('PUT', '/api/config/feedbackMail', { value: 'verein@example.org', version: 0 });
  await svea.send('PUT', '/api/config/appFeedbackMail', { value: 'app@example.org', version: 0 });
});
beforeEach(() => server.sql('delete from rate_limit'));
afterAll(() => server.close());

const message = { kind: 'club', text: 'Die Umkleide ist kalt.', rating: 2, email: 'gast@example.org', page: '/events', website: '' };
type List = { rows: Feedback[]; next: string | null };

async function write(client: Client, more: object = {}): Promise<Feedback> {
  const text = `Nachricht ${crypto.randomUUID()}`;
  expect((await client.post('/api/feedback', { ...message, text, ...more })).status).toBe(200);
  const [row] = await server.sql<Feedback>('select * from feedback order by created_at desc limit 1');
  if (!row) throw new Error('nothing was stored');
  return row;
}

test('anybody can send feedback to the club of the host, and only its board reads it', async () => {
  const row = await write(server.visitor('SCB'));
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role, 'SCB');
    expect((await client.get('/api/feedback')).status).toBe(403);
    expect((await client.send('PATCH', `/api/feedback/${row.id}`, { state: 'spam', isMine: false, version: 1 })).status).toBe(403);
  }
  expect((await server.visitor().get('/api/feedback')).status).toBe(401);
  const anton = await server.signedIn('admin');
  expect((await anton.get<List>('/api/feedback?limit=200')).body.rows.map(({ id }) => id)).not.toContain(row.id);
  expect((await anton.get('/api/feedback?club=SCB')).status).toBe(404);
  expect((await anton.send('PATCH', `/api/feedback/${row.id}`, { state: 'spam', isMine: false, version: 1 })).status).toBe(404);
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get<List>('/api/feedback')).body.rows.map(({ id }) => id)).toContain(row.id);
  const svea = await server.signedIn('super');
  expect((await svea.get<List>('/api/feedback?club=SCB')).body.rows.map(({ id }) => id)).toContain(row.id);
  // A user of another club writes on this host, too.
  const rosa = await server.signedIn('reader', 'RWA');
  expect((await write(rosa)).state).toBe('new');
});

test("the mail goes to the address of the kind, without the author's text in its headers", async () => {
  await write(server.visitor(), { text: 'Erste Zeile\r\nBcc: opfer@example.org\nSubject: Gewonnen', kind: 'club' });
  await write(server.visitor(), { kind: 'app' });
  const mails = await server.sql<{ recipient: string; subject: string; body: string }>(
    "select recipient, subject, body from outbox_mail where subject like 'Neue R%' order by id desc limit 2",
  );
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['app@example.org', 'Neue Rückmeldung (Diese Anwendung)'],
    ['verein@example.org', 'Neue Rückmeldung (Verein)'],
  ]);
  expect(mails[1]?.body).toContain('Bcc: opfer@example.org');
});

test('a bot that fills in the honeypot gets the same response and leaves nothing', async () => {
  const count = () => server.sql('select (select count(*) from feedback) as rows, (select count(*) from outbox_mail) as mails');
  const before = await count();
  const answer = await server.visitor().post('/api/feedback', { ...message, website: 'https://spam.example' });
  expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
  expect(await count()).toEqual(before);
});

test('a network can send five messages an hour', async () => {
  for (let index = 0; index < 5; index++) await write(server.visitor());
  const sixth = await server.visitor().post('/api/feedback', message);
  expect([sixth.status, sixth.body.code, Number(sixth.headers['retry-after']) > 3000]).toEqual([429, 'too-many-requests', true]);
});

test('the board takes over a message, answers it by mail, and concurrent answers are refused', async () => {
  const { id } = await write(server.visitor());
  const anton = await server.signedIn('admin');
  const taken = await anton.send<Feedback>('PATCH', `/api/feedback/${id}`, { state: 'in_progress', isMine: true, version: 1 });
  expect(taken.body).toMatchObject({ state: 'in_progress', assignedTo: 'Anton Rotmuster', version: 2 });
  const answers = await Promise.all(
    ['Danke.', 'Auch danke.'].map((text) => anton.post<Feedback>(`/api/feedback/${id}/answer`, { text, version: 2 })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const mails = await server.sql<{ body: string }>("select body from outbox_mail where recipient = 'gast@example.org'");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body).toContain('> Nachricht');
  const silent = await write(server.visitor(), { email: '' });
  expect((await anton.post(`/api/feedback/${silent.id}/answer`, { text: 'Danke.', version: 1 })).body.code).toBe('wrong-state');
  expect((await server.sql('select 1 from outbox_mail where recipient = $1', [emailOf('admin')])).length).toBe(0);
});

test.each<[string, object, string]>([
  ['a text that is too short', { text: 'Hallo' }, 'text'],
  ['a text that is too long', { text: 'x'.repeat(2001) }, 'text'],
  ['six stars', { rating: 6 }, 'rating'],
  ['an address with a line break', { email: 'a@example.org\nBcc: b@example.org' }, 'email'],
  ['an unknown kind', { kind: 'praise' }, 'kind'],
])('%s is refused at its field', async (_what, more, field) => {
  const { status, body } = await server.visitor().post('/api/feedback', { ...message, ...more });
  expect([status, body.fields?.[0]?.path]).toEqual([422, field]);
});
