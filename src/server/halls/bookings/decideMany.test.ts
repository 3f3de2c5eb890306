import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManyDecided } from '#shared/halls/bookingRequests.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { makeHall, overlaps, type Hall } from '#test/halls.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-09-01T10:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const times = { startTime: '18:00', endTime: '19:30' };

async function ask(client: Client, hall: Hall, title: string, date: string, more: object = {}): Promise<string> {
  const wish = { facilityId: hall.id, unitIds: hall.unitIds, title, kind: 'training', date, ...times, ...more };
  const made = await client.post<{ id: string; state: string }>('/api/bookings', wish);
  expect([made.status, made.body.state]).toEqual([200, 'requested']);
  return made.body.id;
}

const decide = (client: Client, ids: string[], more: object) =>
  client.post<ManyDecided & ProblemBody>('/api/bookings/decisions', { ids, action: 'approve', ...more });
const statesOf = async (ids: string[]) =>
  (await server.sql<{ state: string }>('select state from booking where id = any ($1) order by array_position($1, id)', [ids])).map(
    ({ state }) => state,
  );

test('many requests are decided with one reason; each club gets one email about all of its own', async () => {
  const [hall, other] = [await makeHall(server, 'GSV'), await makeHall(server, 'GSV')];
  const [emil, anton, armin] = [
    await server.signedIn('editor', 'SCB'),
    await server.signedIn('admin'),
    await server.signedIn('admin', 'GSV'),
  ];
  const ids = [
    await ask(emil, hall, 'Erste', '2026-09-07'),
    await ask(emil, other, 'Zweite', '2026-09-07'),
    await ask(anton, hall, 'Dritte', '2026-09-08'),
  ];
  const rule = { facilityId: other.id, unitIds: other.unitIds, title: 'Serie', kind: 'training', ...times, weekday: 3 };
  const series = await emil.post<{ seriesId: string }>('/api/bookings/series', { ...rule, startsOn: '2026-09-09', endsOn: '2026-09-23' });
  const dates = await server.sql<{ id: string }>('select id from booking where series_id = $1 order by starts_at', [series.body.seriesId]);
  const all = [...ids, dates[0]?.id ?? ''];
  const answer = await decide(armin, all, { reason: 'Alles frei' });
  expect(answer.body.results).toEqual([
    ...ids.map((id) => ({ id, changed: 1, left: 0, code: null })),
    { id: dates[0]?.id, changed: 3, left: 0, code: null },
  ]);
  expect(await statesOf([...ids, ...dates.map(({ id }) => id)])).toEqual(Array.from({ length: 6 }, () => 'approved'));
  const mails = await server.sql<{ recipient: string; body: string }>(
    "select recipient, body from outbox_mail where body like '%Alles frei%' order by recipient",
  );
  expect(mails.map(({ recipient }) => recipient)).toEqual(['admin@rwa.test', 'admin@scb.test', 'editor@scb.test']);
  expect(mails[1]?.body).toMatch(/„Erste“[^]*„Zweite“[^]*3 Termine[^]*„Serie“/);
  expect(mails[0]?.body).not.toContain('Erste');
  const [log] = await server.sql<{ count: number }>("select count(*)::int as count from audit where content like 'Anfrage zugesagt (%'");
  expect(log?.count).toBe(4);
});

test('of two requests for one time the first in the list gets it, the other stays open and is counted', async () => {
  const hall = await makeHall(server, 'GSV');
  const [emil, anton, armin] = [
    await server.signedIn('editor', 'SCB'),
    await server.signedIn('admin'),
    await server.signedIn('admin', 'GSV'),
  ];
  const [first, second] = [await ask(emil, hall, 'A', '2026-10-05'), await ask(anton, hall, 'B', '2026-10-05')];
  const { body } = await decide(armin, [second, first], {});
  expect(body.results.map(({ changed, left }) => [changed, left])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(await statesOf([first, second])).toEqual(['requested', 'approved']);
  expect(await overlaps(server)).toBe(0);
});

test('requests withdrawn or decided meanwhile are listed and do not stop the others', async () => {
  const hall = await makeHall(server, 'GSV');
  const [emil, armin] = [await server.signedIn('editor', 'SCB'), await server.signedIn('admin', 'GSV')];
  const [gone, done, left] = [
    await ask(emil, hall, 'A', '2026-10-06'),
    await ask(emil, hall, 'B', '2026-10-07'),
    await ask(emil, hall, 'C', '2026-10-08'),
  ];
  await emil.post(`/api/bookings/${gone}/withdraw`, {});
  await armin.post(`/api/bookings/${done}/decision`, { action: 'approve' });
  const { body } = await decide(armin, [gone, done, left], { action: 'reject', reason: 'Umbau' });
  expect(body.results.map(({ changed, code }) => [changed, code])).toEqual([
    [0, 'not-offered'],
    [0, 'not-offered'],
    [1, null],
  ]);
  expect(await statesOf([gone, done, left])).toEqual(['withdrawn', 'approved', 'rejected']);
});

test('a rejection requires a reason; only the manager of the hall decides', async () => {
  const hall = await makeHall(server, 'GSV');
  const [emil, alma, armin] = [
    await server.signedIn('editor', 'SCB'),
    await server.signedIn('admin', 'SCB'),
    await server.signedIn('admin', 'GSV'),
  ];
  const id = await ask(emil, hall, 'A', '2026-10-12');
  const missing = await decide(armin, [id], { action: 'reject' });
  expect([missing.status, missing.body.fields?.[0]?.message]).toEqual([422, 'Bitte einen Grund nennen.']);
  expect((await decide(server.visitor('GSV'), [id], {})).status).toBe(401);
  expect((await decide(emil, [id], {})).status).toBe(403);
  expect((await decide(alma, [id], {})).body.results).toEqual([{ id, changed: 0, left: 0, code: 'forbidden' }]);
  expect(await statesOf([id])).toEqual(['requested']);
});

test('concurrent decisions of the same requests decide each once', async () => {
  const hall = await makeHall(server, 'GSV');
  const [emil, armin, svenja] = [
    await server.signedIn('editor', 'SCB'),
    await server.signedIn('admin', 'GSV'),
    await server.signedIn('super', 'GSV'),
  ];
  const ids = [await ask(emil, hall, 'A', '2026-10-13'), await ask(emil, hall, 'B', '2026-10-14')];
  const answers = await Promise.all([decide(armin, ids, {}), decide(svenja, ids.toReversed(), {})]);
  const changed = answers.flatMap(({ body }) => body.results).filter((one) => one.changed > 0);
  expect(changed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(await statesOf(ids)).toEqual(['approved', 'approved']);
});
