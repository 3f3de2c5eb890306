import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMails } from '#server/platform/mail/delivery.ts';
import { emailOf, startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Outbox = {
  rows: { kind: string; recipient: string; subject: string | null; body: string | null; state: string }[];
  next: string | null;
};

test('everybody learns version and tag, and no path of the machine', async () => {
  const answer = await server.visitor().get('/api/version');
  expect(answer.body).toMatchObject({ version: 'v2.4', tag: 'v2', build: 'test' });
  expect(answer.text).not.toMatch(/node_modules|\/work\/|\/home\//);
});

test('a change is read with all its lines, and its day is one', async () => {
  const { body } = await server.visitor().get<{ changes: { date: string; entries: string[] }[] }>('/api/version');
  expect(body.changes[0]?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  const entries = body.changes.flatMap((change) => change.entries);
  expect(entries.filter((entry) => !/[.!?“]$/.test(entry))).toEqual([]);
});

test('whoever looks at the outbox of a club hears of its new mails, and of their departure', async () => {
  const told = async () =>
    (await server.sql<{ club: string }>("select club from notice where collection = 'mails' order by id")).map(({ club }) => club);
  const before = await told();
  await server.visitor().post('/api/session/password-reset', { email: emailOf('trainer', 'GSV') });
  expect(await told()).toEqual([...before, 'GSV']);
  const isOfGsv = ({ to }: { to: string }) => to.endsWith('@gsv.test');
  const sent: string[] = [];
  await deliverMails(
    server.database,
    { send: async (mail) => void (isOfGsv(mail) && sent.push(mail.to)), close: () => undefined },
    server.log,
  );
  expect(sent).toEqual([emailOf('trainer', 'GSV')]);
  expect((await told()).slice(before.length + 1)).toContain('GSV');
});

test('the board sees the outbox of its own club, without the text of mails that carry a link', async () => {
  await server.visitor().post('/api/session/password-reset', { email: emailOf('reader', 'SCB') });
  await server.visitor().post('/api/session/password-reset', { email: emailOf('reader') });
  await server
    .visitor()
    .post('/api/session/sign-up', { firstname: 'R', lastname: 'S', email: emailOf('reader', 'SCB'), password: 'zwölf Boxkämpfer' });
  expect((await server.visitor().get('/api/mail/outbox')).status).toBe(401);
  expect((await (await server.signedIn('trainer', 'SCB')).get('/api/mail/outbox')).status).toBe(403);
  const alma = await server.signedIn('admin', 'SCB');
  const answer = await alma.get<Outbox>('/api/mail/outbox');
  expect(answer.body.rows).toMatchObject([
    { kind: 'notice', recipient: emailOf('reader', 'SCB'), subject: 'Sie haben schon ein Konto', state: 'queued' },
    { kind: 'reset', recipient: emailOf('reader', 'SCB'), subject: null, body: null },
  ]);
  expect(answer.text).not.toContain('#');
  expect((await alma.get('/api/mail/outbox?club=RWA')).status).toBe(404);
  const svea = await server.signedIn('super');
  expect((await svea.get<Outbox>('/api/mail/outbox?club=SCB')).body.rows).toHaveLength(2);
  const first = await svea.get<Outbox>('/api/mail/outbox?club=SCB&limit=1');
  const second = await svea.get<Outbox>(`/api/mail/outbox?club=SCB&limit=1&cursor=${first.body.next}`);
  expect([...first.body.rows, ...second.body.rows]).toEqual(answer.body.rows);
  expect(second.body.next).toBeNull();
});
