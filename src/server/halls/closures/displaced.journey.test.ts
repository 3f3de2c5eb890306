import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { DashboardCardName } from '#shared/office/dashboard/dashboard.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { makeHall, overlaps, type Hall } from '#test/halls.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

const soon = addDays(localOf(new Date()).date, 14);
const hours = { startTime: '18:00', endTime: '20:00' };
const group = { title: 'Handball', kind: 'training' };

type Cards = { name: DashboardCardName; count: number }[];
const cards = async () => (await anton.get<Cards>('/api/dashboard')).body.find(({ name }) => name === 'bookingsDisplaced')?.count;
const waiting = async ({ id }: Hall) =>
  (await anton.get<BookingView[]>(`/api/bookings/mine?from=${soon}&to=${addDays(soon, 40)}&show=displaced&facility=${id}`)).body;
const statesOf = async ({ id }: Hall) =>
  (await server.sql<{ state: string }>('select state from booking where facility_id = $1 order by local_date, created_at', [id])).map(
    ({ state }) => state,
  );

/** Three displaced dates of a club at a hall that is closed for them. */
async function closed() {
  const hall = await makeHall(server, 'RWA', { units: 1 });
  for (const days of [0, 1, 2]) {
    const wish = { ...group, ...hours, facilityId: hall.id, unitIds: hall.unitIds, date: addDays(soon, days) };
    expect((await anton.post('/api/bookings', wish)).status).toBe(200);
  }
  const range = { facilityId: hall.id, startsOn: soon, endsOn: addDays(soon, 2), name: 'Rohrbruch' };
  const closure = (await anton.post<{ id: string; displaced: number }>('/api/closures', range)).body;
  expect(closure.displaced).toBe(3);
  return { hall, closure };
}

test('each displaced date waits for its club until that has called it off or given it another place; then it waits no longer', async () => {
  const before = (await cards()) ?? 0;
  const { hall, closure } = await closed();
  const other = await makeHall(server, 'RWA', { units: 1 });
  expect(await cards()).toBe(before + 3);
  const [first, second] = await waiting(hall);
  expect(first?.may).toEqual(['change', 'cancel']);

  expect((await anton.post(`/api/bookings/${first?.id}/cancel`, { scope: 'one', reason: '' })).status).toBe(200);
  const move = (change: object) =>
    anton.send('PUT', `/api/bookings/${second?.id}`, {
      ...group,
      ...hours,
      date: second?.date,
      scope: 'one',
      version: second?.version,
      ...change,
    });
  const shut = await move({ unitIds: hall.unitIds });
  expect([shut.status, JSON.stringify(shut.body.fields)]).toEqual([422, expect.stringContaining('Rohrbruch')]);
  expect((await move({ facilityId: other.id, unitIds: other.unitIds })).status).toBe(200);
  expect([await cards(), (await waiting(hall)).length]).toEqual([before + 1, 1]);
  expect(await statesOf(other)).toEqual(['approved']);

  // What was decided does not come back when the closure is lifted.
  expect((await anton.send('DELETE', `/api/calendar/rules/${closure.id}`, { dates: 'follow' })).status).toBe(200);
  expect(await statesOf(hall)).toEqual(['cancelled', 'approved']);
  expect([await cards(), await overlaps(server)]).toEqual([before, 0]);
});

test('dates of a range are called off at once, displaced ones with them', async () => {
  const before = (await cards()) ?? 0;
  const { hall } = await closed();
  const ids = (await waiting(hall)).map(({ id }) => id);
  const answer = await anton.post<{ changed: number }>('/api/bookings/mine/cancellations', { ids, reason: 'Kein Platz' });
  expect([answer.status, answer.body.changed]).toEqual([200, 3]);
  expect(await cards()).toBe(before);
});
