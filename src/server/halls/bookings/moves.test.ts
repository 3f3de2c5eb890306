import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
import { makeHall, overlaps, requestedAt, type Hall } from '#test/halls.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
let edda: Client;
let armin: Client;
let emil: Client;
beforeAll(async () => {
  setClock(new Date('2026-09-01T10:00:00Z'));
  server = await startServer();
  [edda, armin, emil] = [await server.signedIn('editor'), await server.signedIn('admin', 'GSV'), await server.signedIn('editor', 'SCB')];
});
afterAll(async () => {
  setClock();
  await server.close();
});

const sport = { title: 'Ringen', kind: 'training' };
const [monday, tuesday] = ['2026-09-07', '2026-09-08'];
const evening = { startTime: '18:00', endTime: '19:30' };
const late = { startTime: '20:00', endTime: '21:30' };
type Hour = { id: string; version: number; state: string; day: string; time: string };

/** The bookings of a hall, by time. */
const at = (hall: Hall) =>
  server.sql<Hour>(
    `select id, version, state, local_date::text as day, to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as time
       from booking where facility_id = $1 order by starts_at, state`,
    [hall.id],
  );
const shown = async (hall: Hall) => (await at(hall)).map(({ state, day, time }) => `${state} ${day} ${time}`);

const wishAt = (hall: Hall, more: object = {}) => ({
  ...sport,
  ...evening,
  facilityId: hall.id,
  unitIds: hall.unitIds,
  date: monday,
  ...more,
});
const decide = (id: string | undefined, more: object) =>
  armin.post(`/api/bookings/${id}/decision`, { scope: 'all', onlyFree: false, reason: '', ...more });
const move = (one: Pick<Hour, 'id' | 'version'> | undefined, hall: Hall, more: object, client = edda) =>
  client.send<{ changed: number; asked?: number; code: string }>('PUT', `/api/bookings/${one?.id}`, {
    ...wishAt(hall, more),
    scope: 'one',
    version: one?.version,
    ...more,
  });

/** An approved booking of RWA in a hall of the town. */
async function promised(hall: Hall, more: object = {}): Promise<Hour> {
  const made = await edda.post<BookingView>('/api/bookings', wishAt(hall, more));
  expect((await decide(made.body.id, { action: 'approve' })).status).toBe(200);
  const row = (await at(hall)).find(({ id }) => id === made.body.id);
  if (!row) throw new Error('The booking was not made.');
  return row;
}

/** The request beside the approved booking. */
const request = async (hall: Hall) => (await at(hall)).find(({ state }) => state === 'requested');

test('an approved booking stays until its move is decided: nobody else gets its time, and the approval moves it', async () => {
  const hall = await makeHall(server, 'GSV');
  const mine = await promised(hall);
  expect((await move(mine, hall, late)).body).toEqual({ changed: 1, asked: 1 });
  expect(await shown(hall)).toEqual([`approved ${monday} 18:00`, `requested ${monday} 20:00`]);
  const ask = () => emil.post<BookingView>('/api/bookings', wishAt(hall));
  expect((await ask()).status).toBe(409);
  expect((await decide((await request(hall))?.id, { action: 'approve' })).body).toMatchObject({ changed: 1, left: 0 });
  expect((await at(hall)).map(({ id, state, time }) => [id, state, time])).toEqual([[mine.id, 'approved', '20:00']]);
  expect((await decide((await ask()).body.id, { action: 'approve' })).status).toBe(200);
  expect(await overlaps(server)).toBe(0);
});

test('the purpose changes at once; only the time waits for the decision', async () => {
  const hall = await makeHall(server, 'GSV');
  const mine = await promised(hall);
  expect((await move(mine, hall, { ...late, title: 'Ringen der Jüngsten' })).body).toEqual({ changed: 1, asked: 1 });
  const titles = () => server.sql('select title, state from booking where facility_id = $1 order by state', [hall.id]);
  const title = 'Ringen der Jüngsten';
  expect(await titles()).toEqual([
    { title, state: 'approved' },
    { title, state: 'requested' },
  ]);
  expect((await decide((await request(hall))?.id, { action: 'approve' })).status).toBe(200);
  expect(await titles()).toEqual([{ title, state: 'approved' }]);
});

test('a move by half an hour does not conflict with itself; rejected or withdrawn, the booking stays', async () => {
  const hall = await makeHall(server, 'GSV');
  const mine = await promised(hall);
  const half = { startTime: '18:30', endTime: '20:00' };
  expect((await move(mine, hall, half)).status).toBe(200);
  const waiting = await requestedAt(armin, hall.id);
  const movesFrom = { facilityId: hall.id, date: monday, startsAt: '2026-09-07T16:00:00.000Z', endsAt: '2026-09-07T17:30:00.000Z' };
  expect(waiting[0]).toMatchObject({ conflicts: [], movesFrom });
  expect((await decide((await request(hall))?.id, { action: 'reject', reason: 'Umbau' })).status).toBe(200);
  expect(await shown(hall)).toEqual([`approved ${monday} 18:00`, `rejected ${monday} 18:30`]);
  expect((await move((await at(hall))[0], hall, half)).status).toBe(200);
  expect((await edda.post(`/api/bookings/${(await request(hall))?.id}/withdraw`, { scope: 'one' })).status).toBe(200);
  expect((await move((await at(hall))[0], hall, half)).status).toBe(200);
  expect((await decide((await request(hall))?.id, { action: 'approve' })).status).toBe(200);
  expect((await at(hall)).find(({ id }) => id === mine.id)).toMatchObject({ state: 'approved', time: '18:30' });
  const busy = await server.sql('select 1 from occupancy where unit_id = $1 and blocking', [hall.unitIds[0]]);
  expect(busy).toHaveLength(1);
});

test('of two concurrent move requests for one booking the second is refused', async () => {
  const hall = await makeHall(server, 'GSV');
  const mine = await promised(hall);
  const anton = await server.signedIn('admin');
  const answers = await Promise.all([move(mine, hall, late), move(mine, hall, { date: tuesday }, anton)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('conflict');
  expect((await at(hall)).map(({ state }) => state)).toEqual(['approved', 'requested']);
});

test('with a concurrent approval and cancellation the booking is cancelled in either order and occupies nothing', async () => {
  const hall = await makeHall(server, 'GSV');
  const mine = await promised(hall);
  await move(mine, hall, late);
  const asked = await request(hall);
  await Promise.all([decide(asked?.id, { action: 'approve' }), edda.post(`/api/bookings/${mine.id}/cancel`, { scope: 'one', reason: '' })]);
  expect((await at(hall)).filter(({ state }) => state === 'approved' || state === 'requested')).toEqual([]);
  expect(await server.sql('select 1 from occupancy where unit_id = any ($1)', [hall.unitIds])).toEqual([]);
});

test('requesting another time, cancelling or releasing the booking withdraws the first request', async () => {
  const hall = await makeHall(server, 'GSV');
  const mine = await promised(hall);
  await move(mine, hall, late);
  await move((await at(hall))[0], hall, { date: tuesday });
  expect(await shown(hall)).toEqual([`approved ${monday} 18:00`, `withdrawn ${monday} 20:00`, `requested ${tuesday} 18:00`]);
  expect((await edda.post(`/api/bookings/${mine.id}/release`)).status).toBe(200);
  expect(await request(hall)).toBeUndefined();
});

test('the dates of a series are requested together; occupied ones stay, the others move as a separate series', async () => {
  const hall = await makeHall(server, 'GSV');
  const rule = { ...wishAt(hall), date: undefined, weekday: 1, startsOn: monday, endsOn: '2026-09-21' };
  expect((await edda.post('/api/bookings/series', rule)).status).toBe(200);
  expect((await decide((await at(hall))[0]?.id, { action: 'approve' })).body).toMatchObject({ changed: 3, left: 0 });
  expect((await move((await at(hall))[0], hall, { ...late, scope: 'all' })).body).toEqual({ changed: 3, asked: 3 });
  await armin.post('/api/bookings', wishAt(hall, { ...late, date: '2026-09-14' }));
  const answer = await armin.post('/api/bookings/decisions', { ids: [(await request(hall))?.id], action: 'approve', reason: '' });
  expect(answer.body).toMatchObject({ results: [{ changed: 2, left: 1, code: null }] });
  expect(await shown(hall)).toEqual([
    `approved ${monday} 20:00`,
    'approved 2026-09-14 18:00',
    'approved 2026-09-14 20:00',
    'requested 2026-09-14 20:00',
    'approved 2026-09-21 20:00',
  ]);
  expect(await overlaps(server)).toBe(0);
});

test('a move from the own hall to one of the town keeps the own booking until the approval, and then cancels it', async () => {
  const [own, town] = [await makeHall(server, 'RWA'), await makeHall(server, 'GSV')];
  const mine = await edda.post<BookingView>('/api/bookings', wishAt(own));
  expect((await move(mine.body, town, {})).body).toEqual({ changed: 1, asked: 1 });
  expect(await shown(own)).toEqual([`approved ${monday} 18:00`]);
  const [waiting] = await requestedAt(armin, town.id);
  expect(waiting).toBeDefined();
  expect(waiting).not.toHaveProperty('movesFrom');
  expect((await decide((await request(town))?.id, { action: 'approve' })).status).toBe(200);
  expect(await shown(own)).toEqual([]);
  expect((await at(town))[0]).toMatchObject({ id: mine.body.id, state: 'approved' });
  expect((await edda.post('/api/bookings', wishAt(own))).status).toBe(200);
});
