import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutboxPage } from '#shared/content/outbox.ts';
import { deliverMails } from '#server/platform/mail/delivery.ts';
import { emailOf, startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('a client with the outbox of a club open is notified of new mails and of their dispatch', async () => {
  const told = async () =>
    (await server.sql<{ club: string }>("select club from notice where collection = 'mails' order by id")).map(({ club }) => club);
  const before = await told();
  await server.visitor().post('/api/session/password-reset', { email: emailOf('trainer', 'GSV') });
  expect(await told()).toEqual([...before, 'GSV']);
  const isOfGsv = ({ to }: { to: string }) => to.endsWith('@gsv.test');
  const sent: string[] = [];
  await deliverMails(
    server.database,
    { send: async (mail) => `${isOfGsv(mail) && sent.push(mail.to)}`, close: () => undefined },
    server.log,
  );
  expect(sent).toEqual([emailOf('trainer', 'GSV')]);
  expect((await told()).slice(before.length + 1)).toContain('GSV');
});

test('the board sees the outbox of its own club, without the text of mails that contain a link', async () => {
  await server.visitor().post('/api/session/password-reset', { email: emailOf('reader', 'SCB') });
  await server.visitor().post('/api/session/password-reset', { email: emailOf('reader') });
  await server
    .visitor()
    .post('/api/session/sign-up', { firstname: 'R', lastname: 'S', email: emailOf('reader', 'SCB'), password: 'zwölf Boxkämpfer' });
  expect((await server.visitor().get('/api/mail/outbox')).status).toBe(401);
  expect((await (await server.signedIn('trainer', 'SCB')).get('/api/mail/outbox')).status).toBe(403);
  const alma = await server.signedIn('admin', 'SCB');
  const answer = await alma.get<OutboxPage>('/api/mail/outbox');
  expect(answer.body.rows).toMatchObject([
    { kind: 'notice', recipient: emailOf('reader', 'SCB'), subject: 'Sie haben schon ein Konto', state: 'queued' },
    { kind: 'reset', recipient: emailOf('reader', 'SCB'), subject: null, body: null },
  ]);
  expect(answer.text).not.toContain('#');
  expect((await alma.get('/api/mail/outbox?club=RWA')).status).toBe(404);
  const svea = await server.signedIn('super');
  expect((await svea.get<OutboxPage>('/api/mail/outbox?club=SCB')).body.rows).toHaveLength(2);
  const first = await svea.get<OutboxPage>('/api/mail/outbox?club=SCB&limit=1');
  const second = await svea.get<OutboxPage>(`/api/mail/outbox?club=SCB&limit=1&cursor=${first.body.next}`);
  expect([...first.body.rows, ...second.body.rows]).toEqual(answer.body.rows);
  expect(second.body.next).toBeNull();
});

type Stored = { id: number; recipient: string; state: string; attempts: number };
const stored = () => server.sql<Stored>('select id::int, recipient, state, attempts from outbox_mail order by id');

/** An outbox of RWA with two failed mails (one of them old), two held and one queued; and a failed one of SCB. */
async function fill(): Promise<{ [name: string]: number }> {
  await server.sql('delete from outbox_mail');
  await server.sql(`insert into outbox_mail (kind, club, recipient, subject, body, state, attempts, failure, last_error, created_at, next_attempt_at) values
    ('bulk', 'RWA', 'old@example.org', 'Alt', '', 'failed', 3, 'recipient', '550 no', now() - interval '31 days', now()),
    ('bulk', 'RWA', 'gone@example.org', 'Training', 'Text', 'failed', 3, 'recipient', '550 5.1.1 no such box', now() - interval '2 days', now()),
    ('notice', 'RWA', 'a_b@example.org', 'Zusage', 'Text', 'failed', 9, 'server', 'Greeting never received', now() - interval '1 day', now()),
    ('notice', 'RWA', 'held@example.org', 'Rest', 'Text', 'held', 0, null, null, now() - interval '90 days', now()),
    ('reset', 'RWA', 'held2@example.org', 'Neues Passwort', 'https://club.test/reset#geheim', 'held', 0, null, null, now(), now()),
    ('notice', 'RWA', 'waits@example.org', 'Wartet', 'Text', 'queued', 2, null, '451 try later', now(), now() + interval '1 hour'),
    ('notice', 'SCB', 'other@example.org', 'Fremd', 'Text', 'failed', 1, 'server', '554 no', now(), now())`);
  return Object.fromEntries((await stored()).map(({ id, recipient }) => [recipient.split('@')[0] ?? '', id]));
}
const retry = '/api/mail/outbox/retry';

test('only the board and a super retry mails of the outbox; others are refused, and nothing changes', async () => {
  const { gone, other } = await fill();
  const before = await stored();
  const audits = () => server.sql("select count(*)::int as count from audit where action = 'mail.outboxRetry'");
  const none = await audits();
  for (const body of [{ ids: [gone] }, { state: 'failed' }]) {
    expect((await server.visitor().post(retry, body)).status).toBe(401);
    for (const role of ['reader', 'trainer', 'editor'] as const)
      expect([role, (await (await server.signedIn(role)).post(retry, body)).status]).toEqual([role, 403]);
  }
  const anton = await server.signedIn('admin');
  for (const body of [{ ids: [other] }, { ids: [gone, other] }, { club: 'SCB', ids: [other] }, { club: 'SCB', state: 'failed' }])
    expect([body, (await anton.post(retry, body)).body]).toMatchObject([body, { code: 'not-found' }]);
  for (const body of [{}, { state: 'queued' }, { state: 'sent' }, { ids: [] }, { ids: [gone], state: 'failed' }])
    expect([body, (await anton.post(retry, body)).status]).toEqual([body, 422]);
  expect(await stored()).toEqual(before);
  expect(await audits()).toEqual(none);
  const svea = await server.signedIn('super');
  expect((await svea.post(retry, { club: 'SCB', ids: [other] })).body).toEqual({ queued: 1 });
  expect((await stored()).find(({ id }) => id === other)).toMatchObject({ state: 'queued', attempts: 0 });
});

test('the outbox shows queued, held and recently failed mails, with the text of the server, by state, kind and address', async () => {
  await fill();
  const anton = await server.signedIn('admin');
  const list = async (query: string) => (await anton.get<OutboxPage>(`/api/mail/outbox${query}`)).body;
  const namesOf = ({ rows }: OutboxPage) => rows.map(({ recipient }) => recipient.split('@')[0]);
  const all = await list('');
  expect(namesOf(all)).toEqual(['waits', 'held2', 'held', 'a_b', 'gone']);
  expect(all).toMatchObject({
    counts: { queued: 1, failed: 2, held: 2, sent: 0 },
    retryable: { failed: 2, held: 2 },
    hasMailServer: false,
  });
  expect(all.rows[0]).toMatchObject({ state: 'queued', attempts: 2, lastError: '451 try later', isRetryable: false });
  expect(Date.parse(all.rows[0]?.nextAttemptAt ?? '')).toBeGreaterThan(Date.now());
  expect(all.rows[4]).toMatchObject({ state: 'failed', failure: 'recipient', lastError: '550 5.1.1 no such box', isRetryable: true });
  expect(all.rows[1]).toMatchObject({ kind: 'reset', subject: null, body: null });
  expect(JSON.stringify(all)).not.toContain('geheim');
  // The counts include the other states for the same filter.
  const failed = await list('?state=failed&kind=bulk');
  expect([namesOf(failed), failed.counts]).toEqual([['gone'], { queued: 0, failed: 1, held: 0, sent: 0 }]);
  expect(namesOf(await list('?search=HELD'))).toEqual(['held2', 'held']);
  // A wildcard is matched literally.
  expect(namesOf(await list('?search=a_b'))).toEqual(['a_b']);
  expect(namesOf(await list('?search=%25'))).toEqual([]);
  const first = await list('?limit=2');
  const second = await list(`?limit=3&cursor=${first.next}`);
  expect([...namesOf(first), ...namesOf(second), second.next]).toEqual([...namesOf(all), null]);
  expect((await anton.get('/api/mail/outbox?state=lost')).status).toBe(400);
});

test('all failed mails of a filter are retried at once, and no other; held ones are released; both are audited and notified', async () => {
  const { gone, a_b: refused, held, held2 } = await fill();
  const anton = await server.signedIn('admin');
  const queuedNow = async () =>
    (await stored()).filter(({ state, recipient }) => state === 'queued' && recipient !== 'waits@example.org').map(({ id }) => id);
  const [latest] = await server.sql<{ id: number }>('select coalesce(max(id), 0)::int as id from notice');
  expect((await anton.post(retry, { state: 'failed', kind: 'bulk' })).body).toEqual({ queued: 1 });
  expect(await queuedNow()).toEqual([gone]);
  expect((await anton.post(retry, { state: 'failed', search: 'nobody' })).body).toEqual({ queued: 0 });
  expect((await anton.post(retry, { state: 'failed' })).body).toEqual({ queued: 1 });
  expect(await queuedNow()).toEqual([gone, refused]);
  expect((await anton.post(retry, { ids: [held] })).body).toEqual({ queued: 1 });
  // A second retry finds the mail queued already.
  expect((await anton.post(retry, { ids: [held] })).body).toEqual({ queued: 0 });
  expect((await anton.post(retry, { state: 'held' })).body).toEqual({ queued: 1 });
  expect(await queuedNow()).toEqual([gone, refused, held, held2]);
  const audits = await server.sql("select content, club from audit where action = 'mail.outboxRetry' order by id desc limit 4");
  expect(audits).toEqual(
    Array.from({ length: 4 }, () => ({ content: 'Postausgang: eine Mail noch einmal auf den Weg gebracht', club: 'RWA' })),
  );
  const told = await server.sql("select distinct club from notice where collection = 'mails' and id > $1", [latest?.id]);
  expect(told).toEqual([{ club: 'RWA' }]);
});

test('the board drops held mails, single ones or all; nothing else is dropped, others are refused, and it is audited', async () => {
  const { held, held2, gone, waits, other } = await fill();
  const drop = '/api/mail/outbox/drop';
  const before = await stored();
  expect((await server.visitor().post(drop, { ids: [held] })).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect([role, (await (await server.signedIn(role)).post(drop, { ids: [held] })).status]).toEqual([role, 403]);
  const anton = await server.signedIn('admin');
  for (const body of [{ ids: [other] }, { ids: [held, other] }, { club: 'SCB', state: 'held' }])
    expect([body, (await anton.post(drop, body)).body]).toMatchObject([body, { code: 'not-found' }]);
  for (const state of ['queued', 'failed', 'sent']) expect((await anton.post(drop, { state })).status).toBe(422);
  expect((await anton.post(drop, { ids: [gone, waits] })).body).toEqual({ dropped: 0 });
  expect(await stored()).toEqual(before);
  // A mail with an expired link can only be dropped.
  await server.sql("update outbox_mail set valid_until = now() - interval '1 day' where id = $1", [held2]);
  expect((await anton.post(drop, { ids: [held] })).body).toEqual({ dropped: 1 });
  expect((await anton.post(drop, { ids: [held] })).body).toMatchObject({ code: 'not-found' });
  expect((await anton.post(drop, { state: 'held' })).body).toEqual({ dropped: 1 });
  expect(await stored()).toEqual(before.filter(({ id }) => id !== held && id !== held2));
  const audits = await server.sql("select content, club from audit where action = 'mail.outboxDrop' order by id");
  expect(audits).toEqual(Array.from({ length: 2 }, () => ({ content: 'Postausgang: eine angehaltene Mail gelöscht', club: 'RWA' })));
});

test('a mail whose link has expired is not sent, says so, and cannot be retried', async () => {
  await server.sql('delete from outbox_mail');
  const anton = await server.signedIn('admin');
  const sent: string[] = [];
  const deliver = () =>
    deliverMails(server.database, { send: async (mail) => `${sent.push(mail.to)}`, close: () => undefined }, server.log);
  await server.visitor().post('/api/session/password-reset', { email: emailOf('reader') });
  await server.sql("update outbox_mail set valid_until = valid_until - interval '31 minutes'");
  await deliver();
  expect(sent).toEqual([]);
  const page = (await anton.get<OutboxPage>('/api/mail/outbox?state=failed')).body;
  expect(page).toMatchObject({ counts: { failed: 1 }, retryable: { failed: 0 } });
  expect(page.rows).toMatchObject([{ kind: 'reset', isRetryable: false, lastError: expect.stringContaining('abgelaufen') }]);
  expect((await anton.post(retry, { state: 'failed' })).body).toEqual({ queued: 0 });
  expect((await anton.post(retry, { ids: [page.rows[0]?.id] })).body).toEqual({ queued: 0 });
  expect(await server.sql('select state, body from outbox_mail')).toEqual([{ state: 'failed', body: '' }]);
  // A mail with a valid link is sent.
  await server.visitor().post('/api/session/password-reset', { email: emailOf('reader') });
  await deliver();
  expect(sent).toEqual([emailOf('reader')]);
});
