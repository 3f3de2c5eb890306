import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
import type { SeriesView, UnusedSeries } from '#shared/halls/bookingSeries.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { makeHall, overlaps, type Hall } from '#test/halls.ts';
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

/** Mondays in autumn, two of them in the holidays. */
async function makeSeries(client: Client, hall: Hall): Promise<string> {
  const rule = { weekday: 1, startsOn: '2026-09-28', endsOn: '2026-11-30', startTime: '18:30', endTime: '20:00' };
  const purpose = { title: 'Volleyball', kind: 'training', facilityId: hall.id, unitIds: hall.unitIds };
  return (await client.post<{ seriesId: string }>('/api/bookings/series', { ...purpose, ...rule })).body.seriesId;
}

const missingOf = async (client: Client, id: string) =>
  (await client.get<SeriesView>(`/api/bookings/series/${id}`)).body.missing.map(({ date, reason }) => `${date} ${reason}`);
const addDate = (client: Client, id: string, of: object) =>
  client.post<BookingView & Partial<ProblemBody>>(`/api/bookings/series/${id}/dates`, of);

test('a skipped date is restored, at other hours if its own are occupied, and never over another booking', async () => {
  const hall = await makeHall(server, 'RWA');
  const edda = await server.signedIn('editor');
  const id = await makeSeries(edda, hall);
  expect(await missingOf(edda, id)).toEqual(['2026-10-19 Herbstferien', '2026-10-26 Herbstferien']);
  expect((await server.visitor().get(`/api/bookings/series/${id}`)).status).toBe(401);
  expect((await (await server.signedIn('trainer')).get(`/api/bookings/series/${id}`)).status).toBe(403);
  expect((await addDate(await server.signedIn('admin', 'SCB'), id, { date: '2026-10-19' })).status).toBe(404);
  const [first] = await server.sql<{ id: string }>("select id from booking where series_id = $1 and local_date = '2026-11-02'", [id]);
  await edda.post(`/api/bookings/${first?.id}/cancel`, { scope: 'one', reason: 'Trainer krank' });
  expect(await missingOf(edda, id)).toContain('2026-11-02 Trainer krank');
  const other = { title: 'Turnier', kind: 'match', facilityId: hall.id, unitIds: hall.unitIds, startTime: '18:00', endTime: '19:00' };
  await edda.post('/api/bookings', { ...other, date: '2026-10-19' });
  const taken = await addDate(edda, id, { date: '2026-10-19' });
  expect([taken.status, taken.body.code]).toEqual([409, 'occupied']);
  expect((await addDate(edda, id, { date: '2026-10-19', startTime: '21:00', endTime: '23:00' })).body.fields?.[0]?.path).toBe('endTime');
  const moved = await addDate(edda, id, { date: '2026-10-19', startTime: '19:00', endTime: '20:30' });
  expect([moved.body.state, moved.body.startsAt]).toEqual(['approved', '2026-10-19T17:00:00.000Z']);
  expect((await addDate(edda, id, { date: '2026-11-02' })).body.startsAt).toBe('2026-11-02T17:30:00.000Z');
  expect(await missingOf(edda, id)).toEqual(['2026-10-26 Herbstferien']);
  expect((await addDate(edda, id, { date: '2026-11-02' })).body.fields).toEqual([
    { path: 'date', message: 'An diesem Tag fällt die Serie nicht aus.' },
  ]);
  expect(await overlaps(server)).toBe(0);
});

test('after three dates in a row without attendance the series is reported to the managers of the hall', async () => {
  const hall = await makeHall(server, 'GSV', { needs_approval: false });
  const sina = await server.signedIn('admin', 'SCB');
  const id = await makeSeries(sina, hall);
  const dates = await server.sql<{ id: string }>('select id from booking where series_id = $1 order by starts_at limit 4', [id]);
  const mark = (client: Client, at: number, isUsed: boolean) =>
    client.post<BookingView & Partial<ProblemBody>>(`/api/bookings/${dates[at]?.id}/use`, { isUsed });
  expect((await mark(sina, 0, true)).body.code).toBe('not-offered');
  setClock(new Date('2026-11-15T08:00:00Z'));
  expect((await mark(await server.signedIn('admin'), 0, false)).status).toBe(403);
  expect((await mark(await server.signedIn('trainer', 'SCB'), 0, false)).status).toBe(403);
  expect((await mark(sina, 0, true)).body.state).toBe('held');
  const gisela = await server.signedIn('admin', 'GSV');
  const flagged = async () => (await gisela.get<UnusedSeries[]>('/api/bookings/unused')).body.map(({ seriesId }) => seriesId);
  for (const at of [1, 2]) await mark(gisela, at, false);
  expect(await flagged()).toEqual([]);
  expect((await mark(gisela, 3, false)).body.state).toBe('not_used');
  expect(await flagged()).toEqual([id]);
  expect(await server.latestMail('admin@gsv.test')).toContain('nacheinander niemand');
  expect((await (await server.signedIn('admin')).get<UnusedSeries[]>('/api/bookings/unused')).body).toEqual([]);
  expect((await (await server.signedIn('editor', 'GSV')).get('/api/bookings/unused')).status).toBe(403);
  await mark(sina, 3, true);
  expect(await flagged()).toEqual([]);
  setClock(new Date('2026-09-01T08:00:00Z'));
});
