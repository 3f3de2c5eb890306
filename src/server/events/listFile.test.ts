import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('the export of events equals the list; an all-day event ends on its last day, and nothing of another club is exported', async () => {
  const edda = await server.signedIn('editor');
  const made = await edda.post('/api/events', {
    title: 'Tag des Sports',
    kind: 'festival',
    isAllDay: true,
    startsAt: '2030-05-03T22:00:00Z',
    endsAt: '2030-05-04T22:00:00Z',
    place: 'Sportplatz',
  });
  expect([made.status, made.text]).toEqual([200, expect.anything()]);
  const coming = await edda.get('/api/events/export');
  expect(coming.status).toBe(200);
  expect(coming.text).toContain('"Tag des Sports";"Fest";"2030-05-04";"";"2030-05-04";"";"Sportplatz"');
  expect((await edda.get('/api/events/export?show=draft')).text).toContain('Tag des Sports');
  expect((await edda.get('/api/events/export?show=past')).text).not.toContain('Tag des Sports');
  const sheet = await edda.get('/api/events/export?format=xlsx');
  expect([sheet.status, sheet.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  expect((await (await server.signedIn('trainer')).get('/api/events/export')).status).toBe(403);
  expect((await (await server.signedIn('editor', 'SCB')).get('/api/events/export?club=RWA')).status).toBe(404);
});

test('no event is silently missing from a file: it is complete, or refused', async () => {
  const edda = await server.signedIn('editor');
  const rows = async () => (await edda.get('/api/events/export')).text.trim().split('\r\n').length;
  const add = (count: number) =>
    server.sql(
      `insert into event (id, club, title, kind, starts_at, ends_at)
       select gen_random_uuid(), 'RWA', 'Spiel ' || n, 'match', now() + interval '30 days', now() + interval '31 days' from generate_series(1, $1) n`,
      [count],
    );
  const before = await rows();
  await add(1100);
  expect(await rows()).toBe(before + 1100);
  await add(3900);
  const refused = await edda.get<{ code: string }>('/api/events/export');
  expect([refused.status, refused.body.code]).toEqual([422, 'too-many-rows']);
});
