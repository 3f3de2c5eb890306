import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView, CheckedDate } from '#shared/halls/bookings.ts';
import { localOf } from '#shared/kernel/calendar.ts';
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

type Series = { seriesId: string; created: number; dates: CheckedDate[] };
const sport = { title: 'Handball', kind: 'training' };

/** Five Mondays from 07.09.2026, 18:00 to 20:00. */
const rule = (hall: Hall, more: object = {}) => ({
  ...sport,
  facilityId: hall.id,
  unitIds: hall.unitIds,
  weekday: 1,
  startsOn: '2026-09-07',
  endsOn: '2026-10-05',
  startTime: '18:00',
  endTime: '20:00',
  ...more,
});

async function makeSeries(client: Client, hall: Hall, more: object = {}): Promise<string> {
  const made = await client.post<Series>('/api/bookings/series', rule(hall, more));
  expect(made.status).toBe(200);
  return made.body.seriesId;
}

const datesOf = (seriesId: string) =>
  server.sql<{ id: string; day: string; hall: string; state: string; at: Date; version: number }>(
    'select id, local_date::text as day, facility_id as hall, state, starts_at as at, version from booking where series_id = $1 order by starts_at',
    [seriesId],
  );

test('a change of a series leaves dates in another hall unchanged, and never puts two dates on one day', async () => {
  const [hall, other] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const edda = await server.signedIn('editor');
  const elsewhere = { date: '2026-09-21', action: 'facility', facilityId: other.id, unitIds: other.unitIds };
  const seriesId = await makeSeries(edda, hall, { resolutions: [elsewhere] });
  const [, second] = await datesOf(seriesId);
  const change = (one: { id: string; version: number } | undefined, date: string, scope: string) =>
    edda.send<{ changed: number; fields?: unknown }>('PUT', `/api/bookings/${one?.id}`, {
      ...sport,
      unitIds: hall.unitIds,
      date,
      startTime: '18:30',
      endTime: '20:30',
      scope,
      version: one?.version,
    });
  const twice = await change(second, '2026-09-28', 'one');
  expect([twice.status, twice.body.fields]).toEqual([
    422,
    [{ path: 'date', message: 'Am 28.09.2026 hat diese Serie schon einen Termin.' }],
  ]);
  expect((await change(second, '2026-09-15', 'following')).body).toEqual({ changed: 3 });
  const [split] = await server.sql<{ id: string }>('select series_id as id from booking where id = $1', [second?.id]);
  const rows = await datesOf(split?.id ?? '');
  expect(rows.map(({ day, hall: at }) => [day, at])).toEqual([
    ['2026-09-15', hall.id],
    ['2026-09-21', other.id],
    ['2026-09-29', hall.id],
    ['2026-10-06', hall.id],
  ]);
  expect(rows.map(({ at }) => localOf(new Date(at)).time)).toEqual(['18:30', '18:00', '18:30', '18:30']);
  expect((await change(rows[0] && { ...rows[0] }, '2026-09-22', 'all')).body).toEqual({ changed: 3 });
  expect((await datesOf(split?.id ?? '')).map(({ day }) => day)).toEqual(['2026-09-21', '2026-09-22', '2026-10-06', '2026-10-13']);
  const [whole] = await server.sql<{ parts: number }>(
    'select count(*)::int as parts from occupancy o join booking b on b.id = o.booking_id where b.series_id = $1',
    [split?.id],
  );
  expect(whole?.parts).toBe(12);
});

test('each date of a series moves to its offered place, and two that swap their halls do not deadlock', async () => {
  const [one, two] = [await makeHall(server, 'GSV'), await makeHall(server, 'GSV')];
  const [emil, anton, armin] = [
    await server.signedIn('editor', 'SCB'),
    await server.signedIn('admin'),
    await server.signedIn('admin', 'GSV'),
  ];
  const [first, second] = [await makeSeries(emil, one), await makeSeries(anton, two)];
  const offer = async (seriesId: string, index: number, scope: string, hall: Hall, startTime: string, endTime: string) => {
    const id = (await datesOf(seriesId))[index]?.id;
    const answer = await armin.post(`/api/bookings/${id}/decision`, {
      action: 'offer',
      scope,
      offer: { facilityId: hall.id, unitIds: hall.unitIds, startTime, endTime },
    });
    expect(answer.status).toBe(200);
  };
  await offer(first, 0, 'all', two, '18:00', '20:00');
  await offer(first, 4, 'one', one, '10:00', '12:00');
  await offer(second, 0, 'all', one, '18:00', '20:00');
  const accept = async (client: Client, seriesId: string) =>
    client.post<BookingView>(`/api/bookings/${(await datesOf(seriesId))[0]?.id}/answer`, { isAccepted: true, scope: 'all' });
  const answers = await Promise.all([accept(emil, first), accept(anton, second)]);
  expect(answers.map(({ body }) => body)).toEqual([{ changed: 5 }, { changed: 5 }]);
  expect((await datesOf(first)).map(({ hall, at }) => [hall, localOf(new Date(at)).time])).toEqual([
    ...Array.from({ length: 4 }, () => [two.id, '18:00']),
    [one.id, '10:00'],
  ]);
  expect(await overlaps(server)).toBe(0);
  expect(server.logged()).not.toMatch(/40P01|deadlock/);
});
