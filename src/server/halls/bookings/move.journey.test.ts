import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
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

const sport = { title: 'Ringen', kind: 'training' };
const times = { startTime: '18:00', endTime: '19:30' };
const monday = '2026-09-07';

async function book(client: Client, hall: Hall, more: object = {}): Promise<BookingView> {
  const wish = { ...sport, ...times, facilityId: hall.id, unitIds: hall.unitIds, date: monday, ...more };
  const made = await client.post<BookingView>('/api/bookings', wish);
  expect(made.status).toBe(200);
  return made.body;
}

type Changed = { changed: number; code: string; fields: unknown };
const move = (client: Client, { id, version }: Pick<BookingView, 'id' | 'version'>, hall: Hall, more: object = {}) =>
  client.send<Changed>('PUT', `/api/bookings/${id}`, {
    ...sport,
    ...times,
    facilityId: hall.id,
    unitIds: hall.unitIds,
    date: monday,
    scope: 'one',
    version,
    ...more,
  });

const whereIs = async (id: string) => {
  const [row] = await server.sql<{ hall: string; state: string; parts: number }>(
    `select facility_id as hall, state, (select count(*)::int from occupancy o join facility_unit u on u.id = o.unit_id
       where o.booking_id = b.id and u.facility_id = b.facility_id) as parts from booking b where id = $1`,
    [id],
  );
  return row;
};

test('a booking moves to another hall of its club, and back; its old time is free at once', async () => {
  const [one, two] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const edda = await server.signedIn('editor');
  const mine = await book(edda, one);
  expect((await move(edda, mine, two)).body).toEqual({ changed: 1 });
  expect(await whereIs(mine.id)).toEqual({ hall: two.id, state: 'approved', parts: 3 });
  const other = await book(edda, one);
  const back = await move(edda, { ...mine, version: mine.version + 1 }, one);
  expect([back.status, back.body.code]).toEqual([409, 'occupied']);
  expect(await whereIs(mine.id)).toEqual({ hall: two.id, state: 'approved', parts: 3 });
  expect((await move(edda, mine, one, { startTime: '20:00', endTime: '21:30' })).status).toBe(409);
  expect((await move(edda, { ...mine, version: mine.version + 1 }, one, { startTime: '20:00', endTime: '21:30' })).status).toBe(200);
  expect(await whereIs(other.id)).toEqual({ hall: one.id, state: 'approved', parts: 3 });
  expect(await overlaps(server)).toBe(0);
});

test('units of the hall that a booking left are refused, and so are closed times', async () => {
  const [one, two] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const edda = await server.signedIn('editor');
  const mine = await book(edda, one);
  const wrong = await move(edda, mine, two, { unitIds: one.unitIds });
  expect([wrong.status, wrong.body.fields]).toEqual([422, [{ path: 'unitIds', message: 'Diesen Teil gibt es hier nicht.' }]]);
  const late = await move(edda, mine, two, { endTime: '22:30' });
  expect(late.status).toBe(422);
  expect(await whereIs(mine.id)).toMatchObject({ hall: one.id });
});

test('a move to a hall of another club gives 404, one to a hall of the town becomes a request', async () => {
  const [own, foreign, town] = [await makeHall(server, 'RWA'), await makeHall(server, 'SCB'), await makeHall(server, 'GSV')];
  const edda = await server.signedIn('editor');
  const mine = await book(edda, own);
  expect((await move(edda, mine, foreign)).status).toBe(404);
  expect(await whereIs(mine.id)).toMatchObject({ hall: own.id, state: 'approved' });
  expect((await move(edda, mine, town)).body).toEqual({ changed: 1, asked: 1 });
  expect(await whereIs(mine.id)).toMatchObject({ hall: own.id, state: 'approved' });
  const [asked] = await server.sql<{ id: string }>('select id from booking where replaces_id = $1', [mine.id]);
  expect(await whereIs(asked?.id ?? '')).toMatchObject({ hall: town.id, state: 'requested' });
});

test('a colleague of the club, another club and a visitor cannot move a booking', async () => {
  const [one, two] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const mine = await book(await server.signedIn('admin'), one);
  const refused = [await server.signedIn('editor'), await server.signedIn('trainer'), await server.signedIn('admin', 'SCB')];
  const statuses: number[] = [];
  for (const client of refused) statuses.push((await move(client, mine, two)).status);
  expect(statuses).toEqual([403, 403, 404]);
  expect(await whereIs(mine.id)).toMatchObject({ hall: one.id });
});

test('of two concurrent moves to one free place only one succeeds', async () => {
  const [one, two, free] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const anton = await server.signedIn('admin');
  const [first, second] = [await book(anton, one), await book(anton, two)];
  const answers = await Promise.all([move(anton, first, free), move(anton, second, free)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await overlaps(server)).toBe(0);
});

test('a series from a season continues in another hall from a day on, as a separate series', async () => {
  const [one, two] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const anton = await server.signedIn('admin');
  const rule = { ...sport, ...times, facilityId: one.id, unitIds: one.unitIds, weekday: 1, startsOn: monday, endsOn: '2026-09-28' };
  const { seriesId } = (await anton.post<{ seriesId: string }>('/api/bookings/series', rule)).body;
  await server.sql('update booking_series set grant_id = $2 where id = $1', [seriesId, randomUUID()]);
  const dates = () =>
    server.sql<{ id: string; version: number; day: string; hall: string; home: string }>(
      `select b.id, b.version, b.local_date::text as day, b.facility_id as hall, s.facility_id as home
         from booking b join booking_series s on s.id = b.series_id where b.facility_id = any ($1) order by b.starts_at`,
      [[one.id, two.id]],
    );
  const third = (await dates())[2];
  if (!third) throw new Error('The series has no third date.');
  expect((await move(anton, third, two, { date: third.day, scope: 'following' })).body).toEqual({ changed: 2 });
  expect((await dates()).map(({ hall, home }) => [hall, home])).toEqual([
    [one.id, one.id],
    [one.id, one.id],
    [two.id, two.id],
    [two.id, two.id],
  ]);
});
