import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';
import { makeHall, overlaps } from '#test/halls.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const soon = addDays(localOf(new Date()).date, 14);
const sport = { title: 'Handball', kind: 'training' };

/** Repeats a request until it is decided, as a browser does: an overloaded server answers 503 with Retry-After and has written nothing. */
async function decided(client: Client, url: string, body?: unknown): Promise<Answer<ProblemBody>> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const answer = await client.post(url, body);
    if (answer.status !== 503 || Date.now() > deadline) return answer;
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
}

/** A small seeded random number generator, so that a failure is reproducible. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

test('30 clubs concurrently book the whole hall: one succeeds, all get a response', async () => {
  const hall = await makeHall(server, 'RWA');
  const anton = await server.signedIn('admin');
  const wish = { ...sport, facilityId: hall.id, unitIds: hall.unitIds, date: soon, startTime: '18:00', endTime: '20:00' };
  const answers = await Promise.all(Array.from({ length: 30 }, () => decided(anton, '/api/bookings', wish)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'occupied')).toHaveLength(29);
});

test('300 concurrent requests for overlapping times and parts: no overlap, no deadlock, no partial booking, all get a response', async () => {
  const hall = await makeHall(server, 'RWA');
  const anton = await server.signedIn('admin');
  const next = random(20261121);
  const wishes = Array.from({ length: 300 }, () => {
    const from = 16 + Math.floor(next() * 16) / 4;
    const to = from + 0.5 + Math.floor(next() * 6) / 4;
    const time = (hour: number) => `${String(Math.floor(hour)).padStart(2, '0')}:${String((hour % 1) * 60).padStart(2, '0')}`;
    const parts = hall.unitIds.filter(() => next() < 0.5).toSorted(() => next() - 0.5);
    const unitIds = parts.length > 0 ? parts : hall.unitIds;
    return { ...sport, facilityId: hall.id, unitIds, date: soon, startTime: time(from), endTime: time(to) };
  });
  const answers = await Promise.all(wishes.map((wish) => decided(anton, '/api/bookings', wish)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await overlaps(server)).toBe(0);
  const [halves] = await server.sql<{ count: number }>(
    'select count(*)::int as count from booking b where cardinality(b.unit_ids) <> (select count(*) from occupancy o where o.booking_id = b.id)',
  );
  expect(halves?.count).toBe(0);
  expect(server.logged()).not.toMatch(/40P01|deadlock/);
});

test('of twenty concurrent takeovers of a released hour exactly one succeeds; the releasing club is notified', async () => {
  const hall = await makeHall(server, 'GSV', { needs_approval: false });
  const [alma, anton, armin] = [
    await server.signedIn('admin', 'SCB'),
    await server.signedIn('admin'),
    await server.signedIn('admin', 'GSV'),
  ];
  const wish = { ...sport, facilityId: hall.id, unitIds: hall.unitIds, date: soon, startTime: '18:00', endTime: '20:00' };
  const { id } = (await alma.post<BookingView>('/api/bookings', wish)).body;
  expect((await anton.post(`/api/bookings/${id}/take-over`, sport)).body.code).toBe('not-offered');
  expect((await anton.post(`/api/bookings/${id}/release`)).status).toBe(404);
  expect((await alma.post<BookingView>(`/api/bookings/${id}/release`)).body.state).toBe('released');
  const told = await server.sql("select 1 from outbox_mail where recipient = 'admin@rwa.test' and subject like 'Freie Stunde%'");
  expect(told).toHaveLength(1);
  const rivals = Array.from({ length: 20 }, (_, index) => decided(index % 2 ? anton : armin, `/api/bookings/${id}/take-over`, sport));
  const reclaim = decided(alma, `/api/bookings/${id}/reclaim`);
  const answers = [...(await Promise.all(rivals)), await reclaim];
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(20);
  expect(await overlaps(server)).toBe(0);
  const states = await server.sql<{ state: string }>("select state from booking where facility_id = $1 and state = 'approved'", [hall.id]);
  expect(states).toHaveLength(1);
});

test('two concurrent series over the same halls: every date belongs to one of them, none to both', async () => {
  const hall = await makeHall(server, 'RWA', { max_advance_days: 900 });
  const anton = await server.signedIn('admin');
  const rule = {
    ...sport,
    facilityId: hall.id,
    unitIds: hall.unitIds,
    weekday: 3,
    startsOn: soon,
    endsOn: addDays(soon, 280),
    startTime: '18:00',
    endTime: '20:00',
    holidayMode: 'keep',
  };
  const answers = await Promise.all(
    [rule, { ...rule, startsOn: addDays(soon, 70) }, { ...rule, weekday: 4 }].map((one) =>
      anton.post<{ created: number }>('/api/bookings/series', one),
    ),
  );
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(await overlaps(server)).toBe(0);
});
