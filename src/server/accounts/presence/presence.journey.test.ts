import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AtRecord, Colleague } from '#shared/accounts/presence.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { EventStream } from '#test/eventStream.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
afterEach(() => setClock());

const record = '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11';
const open = { kind: 'course', record, club: 'RWA', isChanging: false };

/** What somebody hears who says that they have a record open. */
async function heard(who: Client, more: object = {}): Promise<AtRecord> {
  const { status, body } = await who.post<AtRecord>('/api/me/presence', { ...open, ...more });
  expect(status).toBe(200);
  return body;
}

/** The colleagues that somebody hears of. */
async function told(who: Client, more: object = {}): Promise<Colleague[]> {
  return (await heard(who, more)).others;
}

test('two people who have the same offer open learn of each other, and which of them has changed something', async () => {
  const [anton, edda] = [await server.signedIn('admin'), await server.signedIn('editor')];
  expect(await told(anton, { isChanging: true })).toEqual([]);
  const [first, ...more] = await expectSoon(() => told(edda), 1);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ isChanging: true });
  expect(first?.name).toContain('Anton');
  expect((await expectSoon(() => told(anton), 1))[0]).toMatchObject({ isChanging: false });
  expect(await told(edda, { record: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12' }), 'another record').toEqual([]);
  expect(await told(edda, { kind: 'event' }), 'another kind').toEqual([]);
});

test('who had the record open first learns at once of who comes, and of their first change; nobody else does', async () => {
  const own = { record: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b13' };
  const [anton, edda, supervisor] = [await server.signedIn('admin'), await server.signedIn('editor'), await server.signedIn('super')];
  const streams = { anton: new EventStream(anton), edda: new EventStream(edda), supervisor: new EventStream(supervisor) };
  const counted = (name: keyof typeof streams) => streams[name].events.filter(({ event }) => event === 'presence').length;
  for (const stream of Object.values(streams)) await expect.poll(() => stream.events.map(({ event }) => event)).toContain('ready');
  await told(anton, own);
  await told(edda, own);
  await expect.poll(() => counted('anton')).toBe(1);
  await told(edda, { ...own, isChanging: true });
  await expect.poll(() => counted('anton')).toBe(2);
  // That they are still there is nothing new.
  await told(edda, { ...own, isChanging: true });
  await told(anton, { ...own, isChanging: true });
  await expect.poll(() => counted('edda')).toBe(1);
  expect(counted('anton')).toBe(2);
  expect(counted('supervisor')).toBe(0);
  expect(streams.anton.events.find(({ event }) => event === 'presence')?.data).toBe('{}');
  for (const stream of Object.values(streams)) stream.close();
});

test('who closed the page is forgotten after a minute', async () => {
  const [anton, edda] = [await server.signedIn('admin'), await server.signedIn('editor')];
  await told(anton);
  await expectSoon(() => told(edda), 1);
  setClock(new Date(Date.now() + 61_000));
  expect(await told(edda)).toEqual([]);
});

test('only who may change the record is seen and sees: nobody of another club, no role without the right, no guest', async () => {
  const anton = await server.signedIn('admin');
  const own = { kind: 'page' };
  const [svea, till, supervisor] = [
    await server.signedIn('admin', 'SCB'),
    await server.signedIn('trainer'),
    await server.signedIn('super'),
  ];
  await told(anton, own);
  await expectSoon(() => told(supervisor, own), 1);
  expect(await told(svea, own)).toEqual([]);
  expect(await told(svea, { ...own, club: 'SCB' }), 'the same address, as if it were of the own club').toEqual([]);
  expect(await told(till, own)).toEqual([]);
  expect((await told(anton, own)).map(({ name }) => name)).toEqual([expect.not.stringContaining('Till')]);
  expect((await server.visitor().post('/api/me/presence', open)).status).toBe(401);
  expect((await anton.post('/api/me/presence', { ...open, kind: 'charge' })).status).toBe(422);
});

test('who has a record open hears who deleted it, and when; whoever may not change it hears nothing', async () => {
  const [anton, edda, till] = [await server.signedIn('admin'), await server.signedIn('editor'), await server.signedIn('trainer')];
  const { body } = await edda.post<{ id: string }>('/api/manage/courses', {
    kind: 'course',
    title: 'Bald wieder weg',
    startsOn: '2027-02-01',
    endsOn: '2027-03-01',
    slots: [],
  });
  const own = { record: body.id };
  expect((await heard(edda, own)).deleted).toBeNull();
  expect((await anton.send('DELETE', `/api/manage/courses/${body.id}`)).status).toBe(200);
  expect((await heard(edda, own)).deleted).toEqual({ by: expect.stringContaining('Anton'), at: expect.stringMatching(/^\d{4}-/) });
  expect((await heard(till, own)).deleted).toBeNull();
  expect((await heard(await server.signedIn('admin', 'SCB'), { ...own, club: 'SCB' })).deleted).toBeNull();
});

test('who is refused because somebody else saved first is told who, and when; so is who only has the record open, but nobody of their own saves', async () => {
  const [anton, edda, till] = [await server.signedIn('admin'), await server.signedIn('editor'), await server.signedIn('trainer')];
  const values = { kind: 'course', title: 'Zu zweit bearbeitet', startsOn: '2027-02-01', endsOn: '2027-03-01', slots: [] };
  const { body } = await edda.post<{ id: string; version: number; number: string }>('/api/manage/courses', values);
  const own = { record: body.id };
  expect((await heard(edda, own)).saved).toBeNull();
  const save = (who: Client, title: string) =>
    who.send('PUT', `/api/manage/courses/${body.id}`, { ...values, number: body.number, title, version: body.version });
  expect((await save(anton, 'Antons Titel')).status).toBe(200);
  const saved = { by: expect.stringContaining('Anton'), at: expect.stringMatching(/^\d{4}-/) };
  expect((await heard(edda, own)).saved).toEqual(saved);
  expect((await heard(anton, own)).saved).toMatchObject({ by: expect.stringContaining('Edda') });
  const refused = await save(edda, 'Eddas Titel');
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'conflict', saved });
  // Nobody else hears of it: no role without the right, nobody of another club.
  expect((await heard(till, own)).saved).toBeNull();
  expect((await heard(await server.signedIn('admin', 'SCB'), { ...own, club: 'SCB' })).saved).toBeNull();
});

/** The notification of the database needs a moment. */
async function expectSoon(ask: () => Promise<Colleague[]>, count: number): Promise<Colleague[]> {
  let found: Colleague[] = [];
  await expect.poll(async () => (found = await ask()).length).toBe(count);
  return found;
}
