import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AskingHolder, RequestedDate } from '#shared/halls/bookingRequests.ts';
import type { Rival } from '#shared/halls/bookings.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { makeHall, type Hall } from '#test/halls.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

type Listed = { rows: RequestedDate[]; next: string | null; total: number; dates: number };
type Promised = { changed: number; left: number; rivals: Rival[] };
type Asked = { facility?: string; search?: string; way?: string; sort?: string; limit?: number };

let server: TestServer;
let armin: Client;
let emil: Client;
let edda: Client;
beforeAll(async () => {
  setClock(new Date('2026-09-01T10:00:00Z'));
  server = await startServer();
  [armin, emil, edda] = [await server.signedIn('admin', 'GSV'), await server.signedIn('editor', 'SCB'), await server.signedIn('editor')];
});
afterAll(async () => {
  setClock();
  await server.close();
});

const list = async (who: Client, asked: Asked & { cursor?: string }) => {
  const texts = Object.entries(asked).map(([key, value]): [string, string] => [key, String(value)]);
  return (await who.get<Listed>(`/api/bookings/requests?${new URLSearchParams(texts)}`)).body;
};

/** All pages, one after the other. */
const listAll = async (who: Client, asked: Asked) => {
  const pages = [await list(who, asked)];
  for (let cursor = pages[0]?.next; cursor; cursor = pages.at(-1)?.next ?? null) pages.push(await list(who, { ...asked, cursor }));
  return pages;
};
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const requestsOf = (rows: readonly RequestedDate[]) =>
  new Set(rows.map(({ id, seriesId, facilityId }) => `${seriesId ?? id} ${facilityId}`));

const asks = (who: Client, hall: Hall, more: object) =>
  who.post<{ id: string }>('/api/bookings', {
    title: 'Turnen',
    kind: 'training',
    facilityId: hall.id,
    unitIds: hall.unitIds.slice(0, 1),
    date: '2026-09-07',
    startTime: '18:00',
    endTime: '19:30',
    ...more,
  });
const asksWeekly = (who: Client, hall: Hall, more: object) =>
  who.post<{ id: string }>('/api/bookings/series', {
    title: 'Turnen',
    kind: 'training',
    facilityId: hall.id,
    unitIds: hall.unitIds.slice(0, 1),
    weekday: 1,
    startsOn: '2026-09-07',
    endsOn: '2027-08-30',
    startTime: '18:00',
    endTime: '19:30',
    holidayMode: 'keep',
    ...more,
  });

test('more than five hundred dates are paged: each request once and complete, none missing', async () => {
  const hall = await makeHall(server, 'GSV');
  for (let hour = 8; hour < 20; hour += 1)
    expect((await asksWeekly(emil, hall, { startTime: clock(hour), endTime: clock(hour + 1) })).status).toBe(200);
  const pages = await listAll(armin, { facility: hall.id, limit: 5 });
  const rows = pages.flatMap((page) => page.rows);
  const waiting = await server.sql("select 1 from booking where facility_id = $1 and state = 'requested'", [hall.id]);
  expect(waiting.length).toBeGreaterThan(500);
  expect(pages.map((page) => [requestsOf(page.rows).size, page.total, page.dates])).toEqual([
    [5, 12, waiting.length],
    [5, 12, waiting.length],
    [2, 12, waiting.length],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(waiting.length);
  expect(requestsOf(rows).size).toBe(12);
});

test('requests are sorted by arrival, by priority, or by their next date', async () => {
  const hall = await makeHall(server, 'GSV');
  await asks(emil, hall, { date: '2026-09-21', ageGroup: 'adults' });
  setClock(new Date('2026-09-01T10:01:00Z'));
  await asks(emil, hall, { date: '2026-09-14', ageGroup: 'youth' });
  setClock(new Date('2026-09-01T10:02:00Z'));
  await asks(emil, hall, { date: '2026-09-07', ageGroup: 'adults' });
  const days = async (sort: string) =>
    (await listAll(armin, { facility: hall.id, sort, limit: 1 })).flatMap(({ rows }) => rows.map(({ date }) => date));
  expect(await days('asked')).toEqual(['2026-09-21', '2026-09-14', '2026-09-07']);
  expect(await days('date')).toEqual(['2026-09-07', '2026-09-14', '2026-09-21']);
  expect((await days('priority'))[0]).toBe('2026-09-14');
});

test('requests with all dates free are distinguished from those with a conflict; a holder is found by a part of the name', async () => {
  const hall = await makeHall(server, 'GSV');
  await asks(armin, hall, { date: '2026-09-14', title: 'Stadtlauf' });
  await asksWeekly(emil, hall, { endsOn: '2026-09-28' });
  await asks(edda, hall, { date: '2026-09-08' });
  const clubs = async (asked: Asked) => [...new Set((await list(armin, { facility: hall.id, ...asked })).rows.map(({ club }) => club))];
  expect(await clubs({})).toEqual(['SCB', 'RWA']);
  expect(await clubs({ way: 'taken' })).toEqual(['SCB']);
  expect(await clubs({ way: 'free' })).toEqual(['RWA']);
  expect(await clubs({ search: 'scb' })).toEqual(['SCB']);
  expect(await clubs({ search: '%' })).toEqual([]);
});

test('one request contains all its dates and the competing ones; once decided it is empty', async () => {
  const hall = await makeHall(server, 'GSV');
  await asksWeekly(emil, hall, { endsOn: '2026-09-21' });
  const other = await asks(edda, hall, { date: '2026-09-14', startTime: '19:00', endTime: '20:00' });
  await asks(edda, hall, { date: '2026-09-15' });
  const [first] = (await list(armin, { facility: hall.id, search: 'SCB' })).rows;
  type One = { dates: RequestedDate[]; rivals: RequestedDate[] };
  const read = async (who: Client) => (await who.get<One>(`/api/bookings/requests/${first?.id}`)).body;
  const { dates, rivals } = await read(armin);
  expect(dates.map(({ date }) => date)).toEqual(['2026-09-07', '2026-09-14', '2026-09-21']);
  expect(rivals.map(({ id }) => id)).toEqual([other.body.id]);
  await armin.post(`/api/bookings/${first?.id}/decision`, { action: 'reject', scope: 'all', reason: 'Umbau' });
  expect(await read(armin)).toEqual({ dates: [], rivals: [], holders: [] });
});

test('a decision shows what the requesters already have at these halls, and how much of it they used', async () => {
  const hall = await makeHall(server, 'GSV');
  const weekly = { endsOn: '2026-12-28', startTime: '15:00', endTime: '16:30' };
  const kept = await asksWeekly(emil, hall, weekly);
  expect(kept.status).toBe(200);
  const [first] = (await list(armin, { facility: hall.id })).rows;
  await armin.post(`/api/bookings/${first?.id}/decision`, { action: 'approve', scope: 'all' });
  await server.sql(
    "update booking set state = case local_date when '2026-09-07' then 'held' else 'not_used' end where facility_id = $1 and local_date < '2026-09-20'",
    [hall.id],
  );
  setClock(new Date('2026-09-20T10:00:00Z'));
  await asks(edda, hall, { date: '2026-10-05', startTime: '18:00', endTime: '19:00' });
  await asks(emil, hall, { date: '2026-10-05', startTime: '18:30', endTime: '20:00' });
  const [asked] = (await list(armin, { facility: hall.id, search: 'RWA' })).rows;
  const { holders } = (await armin.get<{ holders: AskingHolder[] }>(`/api/bookings/requests/${asked?.id}`)).body;
  setClock(new Date('2026-09-01T10:00:00Z'));
  const of = (holder: string) => holders.find((one) => one.holder === holder);
  expect(of('RWA')).toMatchObject({ marked: 0, used: 0 });
  expect(of('SCB')).toMatchObject({ marked: 2, used: 1 });
  expect(of('SCB')?.weeklyMinutes).toBeGreaterThanOrEqual(90);
});

test('an approval names the competing requests for the approved dates, not for those left open', async () => {
  const hall = await makeHall(server, 'GSV');
  const series = await asksWeekly(emil, hall, { endsOn: '2026-09-21' });
  const one = await asks(edda, hall, { date: '2026-09-07', startTime: '19:00', endTime: '20:00' });
  const elsewhere = { unitIds: hall.unitIds.slice(1, 2) };
  for (const more of [{ date: '2026-09-14' }, { date: '2026-09-08' }, elsewhere]) expect((await asks(edda, hall, more)).status).toBe(200);
  const weekly = await asksWeekly(edda, hall, { startsOn: '2026-09-14', endsOn: '2026-09-28', startTime: '17:00', endTime: '18:30' });
  expect((await asks(armin, hall, { date: '2026-09-14', title: 'Stadtlauf' })).status).toBe(200);
  const [first] = (await list(armin, { facility: hall.id, search: 'SCB' })).rows;
  const promise = { action: 'approve', scope: 'all', onlyFree: true };
  const { body } = await armin.post<Promised>(`/api/bookings/${first?.id}/decision`, promise);
  expect([series.status, weekly.status, body.changed, body.left]).toEqual([200, 200, 2, 1]);
  const rivals = body.rivals.map(({ holder, isSeries }) => [holder, isSeries]);
  expect(rivals.toSorted()).toEqual([
    ['RWA', false],
    ['RWA', true],
  ]);
  expect(body.rivals.map(({ id }) => id)).toContain(one.body.id);
});

test('nobody reads the requests at halls that others manage', async () => {
  const hall = await makeHall(server, 'GSV');
  const asked = await asks(emil, hall, {});
  const anton = await server.signedIn('admin');
  expect(await list(anton, { facility: hall.id })).toEqual({ rows: [], next: null, total: 0, dates: 0 });
  expect((await anton.get(`/api/bookings/requests/${asked.body.id}`)).body).toEqual({ dates: [], rivals: [], holders: [] });
  expect((await emil.get('/api/bookings/requests')).status).toBe(403);
});

test('an invented cursor is refused at its field', async () => {
  const { status, body } = await armin.get<{ fields: { path: string }[] }>('/api/bookings/requests?cursor=W10');
  expect([status, body.fields[0]?.path]).toEqual([400, 'cursor']);
});
