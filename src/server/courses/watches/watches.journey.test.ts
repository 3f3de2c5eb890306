import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnWatch } from '#shared/courses/watches/watches.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { sweepWatches, notifyWatchers } from './service.ts';

let server: TestServer;

beforeAll(async () => {
  setClock(new Date('2026-05-10T09:00:00Z'));
  server = await startServer();
});

afterAll(async () => {
  setClock();
  await server.close();
});

/** A children's course on Wednesdays with `places` seats, `reserved` of them reserved. */
async function offer(title: string, { places = 10, reserved = 0, club = 'RWA' } = {}): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, ends_on, status, registration, requires_guardian, places_max, places_reserved,
       age_min, age_max, created_at, updated_at)
     values ($1, $5, $2, $2, 'course', $3, '2026-09-02', '2026-12-16', 'published', 'open', true, $4, $6, 98, 99, now(), now())`,
    [id, `b-${id}`, title, places, club, reserved],
  );
  await server.outdate();
  return id;
}

const free = (id: string) => server.sql('update course set places_reserved = 0 where id = $1', [id]);
const ask = (client: Client, input: object) => client.post<{ isConfirmed: boolean } & ProblemBody>('/api/offer-watches', input);
const mailsTo = async (address: string) =>
  (
    await server.sql<{ subject: string; body: string; unsubscribe_url: string | null }>(
      'select subject, body, unsubscribe_url from outbox_mail where recipient = $1 order by id',
      [address],
    )
  ).map((mail) => ({ ...mail, token: /\/watch\/([\w-]+)/.exec(mail.body)?.[1] ?? '' }));
const latest = async (address: string) => {
  const mail = (await mailsTo(address)).at(-1);
  if (!mail) throw new Error('no mail');
  return mail;
};
const stateOf = async (address: string) =>
  (await server.sql<{ state: string }>('select state from offer_watch where email = $1 order by created_at', [address])).map(
    ({ state }) => state,
  );

test('a visitor watches a full course, confirms by a button behind the link, is notified once, and ends it', async () => {
  const id = await offer('Voll', { reserved: 10 });
  const visitor = server.visitor();
  expect((await ask(visitor, { courseId: id })).body.fields).toMatchObject([{ path: 'email' }]);
  expect((await ask(visitor, { courseId: id, email: 'keine' })).body.fields).toMatchObject([{ path: 'email' }]);
  expect((await ask(visitor, { courseId: randomUUID(), email: 'jo@watch.test' })).status).toBe(404);
  expect((await ask(visitor, { email: 'jo@watch.test' })).status).toBe(422);
  expect((await ask(visitor, { courseId: id, email: 'Jo@watch.test' })).body).toEqual({ isConfirmed: false });
  const { token, subject } = await latest('jo@watch.test');
  expect(subject).toBe('Bitte bestätigen: Bescheid zu Voll');
  expect((await visitor.get<OwnWatch>(`/api/offer-watches/${token}`)).body).toMatchObject({ state: 'unconfirmed', words: 'Voll' });
  await free(id);
  await notifyWatchers(server);
  expect(await mailsTo('jo@watch.test')).toHaveLength(1);
  expect((await visitor.post<OwnWatch>(`/api/offer-watches/${token}/confirmation`)).body.state).toBe('active');
  await notifyWatchers(server);
  await notifyWatchers(server);
  const told = await mailsTo('jo@watch.test');
  expect(told.map((mail) => mail.subject)).toEqual(['Bitte bestätigen: Bescheid zu Voll', 'Neu oder wieder frei: 1 Angebot']);
  expect(told[1]?.body).toContain('Voll (Plätze frei)');
  expect(told[1]?.unsubscribe_url).toContain(`/watch/${told[1]?.token}`);
  expect((await visitor.post(`/api/offer-watches/${told[1]?.token}/end`)).status).toBe(200);
  expect((await visitor.get<OwnWatch>(`/api/offer-watches/${token}`)).body.state).toBe('ended');
  expect((await visitor.get(`/api/offer-watches/${'x'.repeat(43)}`)).status).toBe(404);
});

test('one click in a mail program ends it, opening the URL does not', async () => {
  const id = await offer('Klick', { reserved: 10 });
  await ask(server.visitor(), { courseId: id, email: 'klick@watch.test' });
  const { token } = await latest('klick@watch.test');
  await server.visitor().post(`/api/offer-watches/${token}/confirmation`);
  await server.visitor().get(`/watch/${token}`);
  expect(await stateOf('klick@watch.test')).toEqual(['active']);
  const answer = await fetch(`http://127.0.0.1:${server.port}/watch/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(answer.status).toBe(204);
  expect(await stateOf('klick@watch.test')).toEqual(['ended']);
});

test('an account watches a filter without a confirmation mail; existing matches are not notified, a new offer is', async () => {
  const rosa = await server.signedIn('reader');
  await offer('Schon frei');
  const full = await offer('Noch voll', { reserved: 10 });
  const asked = await ask(rosa, { filter: { age: '98', sort: 'price', day: 'today' } });
  expect(asked.body).toEqual({ isConfirmed: true });
  const [row] = await server.sql<{ filter: object; email: string }>("select filter, email from offer_watch where email like 'reader@%'");
  expect(row?.filter).toEqual({ age: '98', day: 'today' });
  await offer('Ganz neu');
  await offer('Bei den anderen', { club: 'SCB' });
  await free(full);
  await notifyWatchers(server);
  const { body, subject } = await latest(row?.email ?? '');
  expect(subject).toBe('Neu oder wieder frei: 2 Angebote');
  expect(body).toContain('Ganz neu (neu)');
  expect(body).toContain('Noch voll (Plätze frei)');
  expect(body).not.toContain('Schon frei');
  expect(body).not.toContain('Bei den anderen');
});

test("the response is the same for every address; five at a time, and entering somebody else's address changes nothing of theirs", async () => {
  const visitor = server.visitor();
  for (const age of [91, 92, 93, 94, 95])
    expect((await ask(visitor, { filter: { age: String(age) }, email: 'viel@watch.test' })).status).toBe(200);
  expect((await ask(visitor, { filter: { age: '96' }, email: 'viel@watch.test' })).body).toEqual({ isConfirmed: false });
  expect(await stateOf('viel@watch.test')).toHaveLength(5);
  expect((await latest('viel@watch.test')).subject).toBe('Bescheid: schon so viele, wie es gehen');
  const token = (await mailsTo('viel@watch.test'))[0]?.token ?? '';
  await visitor.post(`/api/offer-watches/${token}/confirmation`);
  await ask(visitor, { filter: { age: '91' }, email: 'viel@watch.test' });
  expect(await stateOf('viel@watch.test')).toEqual(['active', 'unconfirmed', 'unconfirmed', 'unconfirmed', 'unconfirmed']);
  expect((await ask(visitor, { filter: { age: '97' }, email: 'bot@watch.test', website: 'http://spam' })).body).toEqual({
    isConfirmed: false,
  });
  expect(await mailsTo('bot@watch.test')).toEqual([]);
  expect((await ask(visitor, { filter: { age: '97' }, email: 'viel@watch.test' })).status).toBe(200);
  expect((await ask(visitor, { filter: { age: '97' }, email: 'viel@watch.test' })).status).toBe(429);
});

test('an account has at most five, and reads that there are too many', async () => {
  const rosa = await server.signedIn('reader');
  let answer = await ask(rosa, { filter: { age: '80' } });
  for (const age of [81, 82, 83, 84, 85]) answer = await ask(rosa, { filter: { age: String(age) } });
  expect([answer.status, answer.body.code]).toEqual([429, 'too-many-watches']);
  expect((await stateOf('reader@rwa.test')).filter((state) => state === 'active')).toHaveLength(5);
});

test('an unconfirmed watch is deleted after two days; after 180 days it ends with a question, and 30 days later the address is deleted', async () => {
  const visitor = server.visitor();
  for (const email of ['nie@watch.test', 'lang@watch.test', 'weiter@watch.test']) await ask(visitor, { filter: { age: '99' }, email });
  for (const email of ['lang@watch.test', 'weiter@watch.test'])
    await visitor.post(`/api/offer-watches/${(await latest(email)).token}/confirmation`);
  setClock(new Date('2026-05-12T10:00:00Z'));
  await sweepWatches(server);
  expect([await stateOf('nie@watch.test'), await stateOf('lang@watch.test')]).toEqual([[], ['active']]);
  setClock(new Date('2026-11-07T09:00:00Z'));
  await notifyWatchers(server);
  const asked = await latest('lang@watch.test');
  expect(asked.subject).toBe('Weiter Bescheid sagen? 99 Jahre');
  expect(await stateOf('lang@watch.test')).toEqual(['ended']);
  await visitor.post(`/api/offer-watches/${(await latest('weiter@watch.test')).token}/confirmation`);
  setClock(new Date('2026-12-08T09:00:00Z'));
  await sweepWatches(server);
  expect([await stateOf('lang@watch.test'), await stateOf('weiter@watch.test')]).toEqual([[], ['active']]);
  expect((await visitor.get(`/api/offer-watches/${asked.token}`)).status).toBe(404);
});
