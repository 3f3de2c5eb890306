import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { makeHall, overlaps } from '#test/halls.ts';
import { emailOf, startServer, testTime, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

test('the hours of some days are released at once, with one mail to each club, and reclaimed unless they were taken over', async () => {
  const [armin, anton, alma] = [
    await server.signedIn('admin', 'GSV'),
    await server.signedIn('admin', 'RWA'),
    await server.signedIn('admin', 'SCB'),
  ];
  const hall = await makeHall(server, 'GSV', { units: 1 });
  const hour = { facilityId: hall.id, unitIds: hall.unitIds, title: 'Turnen', kind: 'training', weekday: 2 };
  const times = { startsOn: '2026-12-01', endsOn: '2026-12-15', startTime: '18:00', endTime: '19:30' };
  await anton.post('/api/bookings/series', { ...hour, ...times });
  const mine = async () => (await anton.get<BookingView[]>(`/api/bookings/mine?from=2026-12-01&to=2026-12-20&facility=${hall.id}`)).body;
  const decided = (await mine()).filter(({ state }) => state === 'requested');
  for (const { id } of decided)
    await armin.post(`/api/bookings/${id}/decision`, { action: 'approve', scope: 'one', onlyFree: false, reason: '' });
  const ids = (await mine()).map(({ id }) => id);
  expect(ids).toHaveLength(3);

  expect((await alma.post('/api/bookings/mine/releases', { ids })).status).toBe(404);
  expect((await (await server.signedIn('editor', 'RWA')).post('/api/bookings/mine/releases', { ids })).status).toBe(404);
  expect((await anton.post('/api/bookings/mine/releases', { ids })).body).toEqual({ changed: 3 });
  expect((await anton.post('/api/bookings/mine/releases', { ids })).body).toEqual({ changed: 0 });
  const told = await server.sql<{ recipient: string; body: string }>(
    "select recipient, body from outbox_mail where subject like 'Freie Stunden: %'",
  );
  expect(told.map(({ recipient }) => recipient)).toEqual([emailOf('admin', 'SCB')]);
  expect(told[0]?.body.match(/18:00–19:30/g)).toHaveLength(3);
  // The link opens the plan of that hall and day on the club's own site.
  expect(told[0]?.body).toMatch(new RegExp(`^http://scb\\S*/admin/bookings\\?day=2026-12-01&hall=${hall.id}$`, 'm'));

  expect((await alma.post(`/api/bookings/${ids[1]}/take-over`, { title: 'Schach', kind: 'training' })).status).toBe(200);
  expect((await anton.post('/api/bookings/mine/reclaims', { ids })).body).toEqual({ changed: 2 });
  expect((await mine()).map(({ state }) => state)).toEqual(['approved', 'taken_over', 'approved']);
  expect(await overlaps(server)).toBe(0);
});
