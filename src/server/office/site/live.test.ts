import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Boot } from '#shared/kernel/site/boot.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { EventStream } from '#test/eventStream.ts';
import { emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
const open: EventStream[] = [];
beforeAll(async () => {
  server = await startServer();
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close();
  await eventually(() => server.hub.size === 0, 'all streams are closed');
});
afterAll(() => server.close());

async function eventually(isSo: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`did not happen: ${what}`);
    await pause(10);
  }
}

function opened(client: Client, lastEventId?: string): EventStream {
  const stream = new EventStream(client, lastEventId);
  open.push(stream);
  return stream;
}

/** Waits until the server has forwarded everything written so far: a stream opened afterwards receives only later changes. */
async function allIsTold(): Promise<void> {
  const [row] = await server.sql<{ latest: number }>('select coalesce(max(id), 0)::int as latest from notice');
  for (let told = -1; told < (row?.latest ?? 0);) {
    const probe = opened(server.visitor());
    await eventually(() => probe.lastId !== '', 'a stream says how far the server is');
    told = Number(probe.lastId);
    probe.close();
  }
}

async function listen(client: Client, lastEventId?: string): Promise<EventStream> {
  await allIsTold();
  const stream = opened(client, lastEventId);
  await eventually(() => stream.events.some(({ event }) => event === 'ready' || event === 'reset'), 'the stream is ready');
  return stream;
}

/** A public change, whose arrival shows that all earlier ones would have arrived. */
let round = 0;
async function notifyEverybody(): Promise<void> {
  const svea = await server.signedIn('super');
  const { body } = await svea.send<{ version: number }>('PUT', '/api/config/feedbackMail', {
    value: `r${round}@example.org`,
    version: round,
  });
  round = body.version;
}

const rename = (client: Client, firstname: string) => client.send('PATCH', '/api/profile', { firstname, lastname: 'Neu' });

test('a change is sent to those who may read it, and to nobody else', async () => {
  const rosa = await server.signedIn('reader');
  const listeners = {
    visitor: await listen(server.visitor()),
    reader: await listen(rosa),
    trainer: await listen(await server.signedIn('trainer')),
    editor: await listen(await server.signedIn('editor')),
    admin: await listen(await server.signedIn('admin')),
    admin2: await listen(await server.signedIn('admin', 'SCB')),
    super: await listen(await server.signedIn('super', 'GSV')),
  };
  await rename(rosa, 'Rosi');
  await notifyEverybody();
  for (const stream of Object.values(listeners)) await eventually(() => stream.heard.includes('config'), 'the common notice arrived');
  const heard = (stream: EventStream) => [...new Set(stream.heard)].toSorted();
  expect(heard(listeners.visitor)).toEqual(['config']);
  expect(heard(listeners.reader)).toEqual(['config']);
  expect(heard(listeners.trainer)).toEqual(['config']);
  expect(heard(listeners.editor)).toEqual(['config']);
  expect(heard(listeners.admin)).toEqual(['config', 'users']);
  expect(heard(listeners.admin2)).toEqual(['config']);
  expect(heard(listeners.super)).toEqual(['audit', 'config', 'users']);
  for (const stream of Object.values(listeners)) expect(stream.text).not.toMatch(/Rosi|rwa\.test|example\.org/);
  expect(listeners.visitor.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
});

test('a reconnecting client gets exactly what it missed, once and in order', async () => {
  const anton = await server.signedIn('admin');
  const rosa = await server.signedIn('reader');
  const ruben = await server.signedIn('reader', 'SCB');
  const stayed = await listen(anton);
  const left = await listen(anton);
  await rename(rosa, 'A');
  await eventually(() => left.heard.length === 1 && stayed.heard.length === 1, 'both heard the first change');
  left.close();
  for (const name of ['B', 'C', 'D']) {
    await rename(rosa, name);
    await rename(ruben, name);
  }
  await eventually(() => stayed.heard.length === 4, 'the one who stayed heard all');
  const back = await listen(anton, left.lastId);
  expect(back.heard).toEqual(['users', 'users', 'users']);
  const notices = (stream: EventStream) => stream.events.filter(({ event }) => event === 'notice');
  expect(notices(back)).toEqual(notices(stayed).slice(1));
  await rename(rosa, 'E');
  await eventually(() => back.heard.length === 4, 'the stream goes on');
  const ids = notices(back).map(({ id }) => Number(id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  const again = await listen(anton, back.lastId);
  expect(again.heard).toEqual([]);
});

test('of a burst many listeners get the first notice soon and the rest as one; one that leaves in between misses nothing', async () => {
  const streams = await Promise.all(Array.from({ length: 12 }, () => listen(server.visitor())));
  const [leaves, stays] = streams;
  if (!leaves || !stays) throw new Error('twelve listen');
  const told = (collection: string, count: number) => Array.from({ length: count }, () => ({ collection, club: 'RWA', entityId: 'kurs' }));
  await server.sql("select record_entries('[]', $1)", [JSON.stringify(told('courses', 1))]);
  await eventually(() => streams.every(({ heard }) => heard.includes('courses')), 'it began');
  await server.sql("select record_entries('[]', $1)", [JSON.stringify([...told('courses', 29), ...told('news', 1)])]);
  await eventually(() => leaves.heard.includes('news'), 'another collection does not wait for it');
  const { lastId } = leaves;
  leaves.close();
  for (const stream of streams.slice(1)) {
    await eventually(() => stream.heard.filter((one) => one === 'courses').length === 2, 'the rest came as one');
    expect(stream.heard.toSorted()).toEqual(['courses', 'courses', 'news']);
  }
  const back = await listen(server.visitor(), lastId);
  const [missed] = await server.sql<{ count: number }>(
    "select count(*)::int as count from notice where id > $1 and collection = 'courses'",
    [lastId],
  );
  expect(back.heard.filter((one) => one === 'courses')).toHaveLength(missed?.count ?? 0);
  const late = await listen(server.visitor(), stays.lastId);
  expect(late.heard).toEqual([]);
});

test('a page contains the position of its stream, so that no change in between is missed', async () => {
  const anton = await server.signedIn('admin');
  await allIsTold();
  const { text } = await anton.get('/admin');
  const { liveId } = JSON.parse(/id="boot">(.*?)<\/script>/.exec(text)?.[1] ?? '{}') as Boot;
  await rename(await server.signedIn('reader'), 'F');
  const stream = await listen(anton, String(liveId));
  await eventually(() => stream.heard.includes('users'), 'the change is told');
});

test('a client that was away too long is told to refetch everything', async () => {
  await server.sql("select forget_notices(now() + interval '1 day')");
  const stayed = await listen(server.visitor());
  await notifyEverybody();
  await eventually(() => stayed.heard.includes('config'), 'the notice is out');
  const stream = await listen(server.visitor(), '1');
  expect(stream.events.map(({ event }) => event)).toEqual(['reset']);
});

test.each(['-1', '1e300', '99999999999999999999', 'x', '0; drop table notice', '-1e300'])(
  'the invalid position %s breaks nothing',
  async (position) => {
    const stream = await listen(server.visitor(), position);
    expect([stream.status, stream.isEnded]).toEqual([200, false]);
  },
);

test('a stream ends at once when its session, its account or its role does, and the others continue', async () => {
  const anton = await server.signedIn('admin');
  const onlooker = await listen(await server.signedIn('reader'));
  const idOf = async (email: string) => (await server.sql<{ id: string }>('select id from app_user where email = $1', [email]))[0]?.id;

  const till = await idOf(emailOf('trainer'));
  const edda = await idOf(emailOf('editor'));
  const { version } = (await anton.get<ListedUser>(`/api/users/${edda}`)).body;
  const steps: [string, Promise<Client>, () => Promise<unknown>][] = [
    ['disabled', server.signedIn('trainer'), () => anton.post(`/api/users/${till}/disable`)],
    ['role changed', server.signedIn('editor'), () => anton.send('PUT', `/api/users/${edda}/role`, { role: 'reader', version })],
  ];
  for (const [what, person, step] of steps) {
    const stream = await listen(await person);
    await step();
    await eventually(() => stream.isEnded, what);
    expect(stream.events.at(-1)?.event).toBe('session');
  }

  const phone = await server.signedIn('admin', 'SCB');
  const laptop = await server.signedIn('admin', 'SCB');
  const [onPhone, onLaptop] = [await listen(phone), await listen(laptop)];
  const devices = (await laptop.get<{ id: string; isCurrent: boolean }[]>('/api/session/devices')).body;
  await laptop.send('DELETE', `/api/session/devices/${devices.find((one) => !one.isCurrent)?.id}`);
  await eventually(() => onPhone.isEnded, 'the session was ended from elsewhere');
  await laptop.post('/api/session/sign-out');
  await eventually(() => onLaptop.isEnded, 'signed out');
  await notifyEverybody();
  await eventually(() => onlooker.heard.includes('config'), 'the others go on');
  expect(onlooker.isEnded).toBe(false);
});

test('nothing is written to an ended stream whose browser does not read', async () => {
  const thea = await server.signedIn('trainer', 'SCB');
  const stream = await listen(thea);
  await thea.post('/api/session/sign-out');
  for (let i = 0; i < 5; i++) await notifyEverybody();
  await eventually(() => stream.isEnded, 'the stream is over');
  expect((await server.visitor().get('/health')).status).toBe(200);
});

test('a user has five streams at most, and the sixth is refused in the common format', async () => {
  const armin = await server.signedIn('admin', 'GSV');
  const first = await listen(armin);
  for (let i = 1; i < 5; i++) await listen(armin);
  const sixth = await armin.get('/live');
  expect([sixth.status, sixth.body.code]).toEqual([429, 'too-many-requests']);
  expect(sixth.headers['content-type']).toContain('application/problem+json');
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
  first.close();
  await eventually(() => server.hub.size === 4, 'one stream is closed');
  await listen(armin);
});

test('a HEAD request opens no stream', async () => {
  const answer = await server.visitor().send('HEAD', '/live');
  expect(answer.status).toBe(404);
  expect(server.hub.size).toBe(0);
});

test('visitors of one network cannot block the live notices for everybody else', async () => {
  const streams = Array.from({ length: 30 }, () => opened(server.visitor()));
  await eventually(() => server.hub.size === 30, 'as many are open as one network may have');
  expect((await server.visitor().get('/live')).status).toBe(429);
  opened(await server.signedIn('reader'));
  await eventually(() => server.hub.size === 31, 'who is signed in still gets in');
  streams[0]?.close();
  await eventually(() => server.hub.size === 30, 'one visitor left');
  opened(server.visitor());
  await eventually(() => server.hub.size === 31, 'the next visitor gets in');
});
