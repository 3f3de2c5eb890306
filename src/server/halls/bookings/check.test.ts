import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LackingHour } from '#shared/halls/bookingCheck.ts';
import type { BookingView } from '#shared/halls/bookings.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { makeHall, type Hall } from '#test/halls.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-09-01T08:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Checked = { free: number; lacking: LackingHour[] };
const hour = (hall: Hall, date: string, startTime: string, endTime: string) => ({
  facilityId: hall.id,
  unitIds: hall.unitIds,
  date,
  startTime,
  endTime,
});
const mondays = ['2026-09-07', '2026-09-14', '2026-09-21'];

test('users without the right get no result; a hall of another club gives 404', async () => {
  const hall = await makeHall(server, 'RWA');
  const hours = [hour(hall, '2026-09-07', '18:00', '19:30')];
  const clients = [
    server.visitor(),
    await server.signedIn('reader'),
    await server.signedIn('trainer'),
    await server.signedIn('admin', 'SCB'),
  ];
  const answers = [];
  for (const client of clients) answers.push((await client.post('/api/bookings/check', { hours })).status);
  expect(answers).toEqual([401, 403, 403, 404]);
});

test('each occupied date is listed with its holder and free alternatives, and nothing is written', async () => {
  const [hall, other] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const edda = await server.signedIn('editor');
  const made = await edda.post<BookingView>('/api/bookings', {
    ...hour(hall, '2026-09-14', '18:00', '20:00'),
    title: 'Handball-Minis',
    kind: 'training',
  });
  const rows = () => server.sql('select (select count(*) from booking) as bookings, (select count(*) from audit) as audits');
  const before = await rows();
  const hours = mondays.map((date) => hour(hall, date, '18:30', '20:00'));
  const { body } = await edda.post<Checked>('/api/bookings/check', { hours });
  expect(body.free).toBe(2);
  expect(body.lacking).toMatchObject([{ date: '2026-09-14', reason: 'Belegt: RWA, Handball-Minis' }]);
  // As close as possible to the wanted time, after and before the existing booking.
  expect(body.lacking[0]?.otherTimes.map(({ startTime }) => startTime)).toEqual(['20:00', '16:30']);
  expect(body.lacking[0]?.otherHalls.map(({ facilityId }) => facilityId)).not.toContain(hall.id);
  expect(body.lacking[0]?.otherHalls.length).toBeGreaterThan(0);
  expect(other.id).not.toBe(hall.id);
  expect(await rows()).toEqual(before);
  // A booking that is being changed does not conflict with itself.
  const own = await edda.post<Checked>('/api/bookings/check', { hours, except: [made.body.id] });
  expect(own.body).toEqual({ free: 3, lacking: [] });
});

test('a violated rule is reported as text; the booking window is checked for bookings, not for sessions of a course', async () => {
  const hall = await makeHall(server, 'RWA', { max_advance_days: 30 });
  const edda = await server.signedIn('editor');
  const hours = [hour(hall, '2026-09-07', '05:00', '06:00'), hour(hall, '2027-01-11', '18:00', '19:00')];
  const booking = (await edda.post<Checked>('/api/bookings/check', { hours })).body;
  expect(booking.lacking.map(({ date }) => date)).toEqual(['2026-09-07', '2027-01-11']);
  const course = (await edda.post<Checked>('/api/bookings/check', { hours, isPlanned: true })).body;
  expect(course.lacking.map(({ date }) => date)).toEqual(['2026-09-07']);
});

test('days that a series skips anyway are not reported as occupied', async () => {
  const hall = await makeHall(server, 'RWA');
  const edda = await server.signedIn('editor');
  // 3 October is a public holiday.
  const hours = ['2026-09-26', '2026-10-03'].map((date) => hour(hall, date, '10:00', '11:00'));
  const { body } = await edda.post<Checked>('/api/bookings/check', { hours, holidayMode: 'skip_both' });
  expect(body).toEqual({ free: 1, lacking: [] });
});

test('a swimming pool is no alternative to a hall', async () => {
  const hall = await makeHall(server, 'RWA');
  const pool = await makeHall(server, 'RWA', { kind: 'pool' });
  const edda = await server.signedIn('editor');
  await edda.post('/api/bookings', { ...hour(hall, '2026-09-08', '18:00', '20:00'), title: 'Turnen', kind: 'training' });
  const { body } = await edda.post<Checked>('/api/bookings/check', { hours: [hour(hall, '2026-09-08', '18:00', '20:00')] });
  expect(body.lacking[0]?.otherHalls.length).toBeGreaterThan(0);
  expect(body.lacking[0]?.otherHalls.map(({ facilityId }) => facilityId)).not.toContain(pool.id);
});

test('yoga is offered a room, a hall or the clubhouse, the nearer one first: never the beach court, the boule court or the pool', async () => {
  const here = { latitude: 51.96, longitude: 7.62 };
  const taken = await makeHall(server, 'RWA', { kind: 'room', units: 1, ...here });
  const far = await makeHall(server, 'RWA', { kind: 'room', units: 1, latitude: 51.99, longitude: 7.7 });
  const near = await makeHall(server, 'RWA', { kind: 'room', units: 1, latitude: 51.963, longitude: 7.62 });
  for (const kind of ['court', 'pool', 'pitch']) await makeHall(server, 'RWA', { kind, units: 1, ...here });
  const edda = await server.signedIn('editor');
  const wanted = hour(taken, '2026-09-08', '18:00', '19:30');
  expect((await edda.post('/api/bookings', { ...wanted, title: 'Sitzung', kind: 'other' })).status).toBe(200);
  const { body } = await edda.post<Checked>('/api/bookings/check', { hours: [wanted], about: 'yoga' });
  const offered = body.lacking[0]?.otherHalls ?? [];
  expect(offered.map(({ facilityId }) => facilityId).slice(0, 2)).toEqual([near.id, far.id]);
  const kinds = await server.sql<{ kind: string }>('select distinct kind from facility where id = any($1)', [
    offered.map(({ facilityId }) => facilityId),
  ]);
  expect(kinds.filter(({ kind }) => !['room', 'hall', 'clubhouse'].includes(kind))).toEqual([]);
});
