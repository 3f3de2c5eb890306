import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BookingView, CheckedDate, Slot } from '#shared/halls/bookings.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { makeHall, overlaps, requestedAt, type Hall } from '#test/halls.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: TestServer;
beforeAll(async () => {
  // A Tuesday before the winter series begins.
  setClock(new Date('2026-09-01T08:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

const volleyball = { title: 'Volleyball', kind: 'training', contactPerson: 'Vera Volley' };
const monday = '2026-09-07';
type Series = { seriesId: string; created: number; dates: CheckedDate[] };

function wish(hall: Hall, startTime: string, endTime: string, parts = [0, 1, 2], date = monday) {
  return { ...volleyball, facilityId: hall.id, unitIds: parts.map((part) => hall.unitIds[part]), date, startTime, endTime };
}

const book = (client: Client, ...of: Parameters<typeof wish>) => client.post<BookingView>('/api/bookings', wish(...of));
const rows = () =>
  server.sql(
    'select (select count(*) from booking) as bookings, (select count(*) from occupancy) as parts, (select count(*) from audit) as audits',
  );

test('visitors, readers and trainers book nothing; another club books its own halls only', async () => {
  const hall = await makeHall(server, 'RWA');
  const clients = [
    server.visitor(),
    await server.signedIn('reader'),
    await server.signedIn('trainer'),
    await server.signedIn('admin', 'SCB'),
  ];
  const before = await rows();
  const answers = [];
  for (const client of clients) answers.push((await book(client, hall, '18:00', '20:00')).status);
  expect(answers).toEqual([401, 403, 403, 404]);
  expect(await rows()).toEqual(before);
  const edda = await server.signedIn('editor');
  expect((await book(edda, hall, '18:00', '20:00')).body.state).toBe('approved');
});

test('every violated rule is reported as text at its field, and nothing is stored', async () => {
  const hall = await makeHall(server, 'RWA', {
    grid_minutes: 30,
    min_minutes: 60,
    max_minutes: 180,
    lead_days: 2,
    max_advance_days: 300,
    capacity_persons: 50,
    min_participants: 8,
  });
  await server.sql("insert into facility_opening (facility_id, weekday, opens, closes) values ($1, 7, '01:00', '05:00')", [hall.id]);
  await server.sql(
    "insert into calendar_day_rule (scope, scope_id, kind, name, starts_on, ends_on) values ('facility', $1, 'closure', 'Bodenarbeiten', '2026-09-09', '2026-09-09')",
    [hall.id],
  );
  const anton = await server.signedIn('editor');
  const before = await rows();
  const refused = async (change: object) => {
    const answer = await anton.post('/api/bookings', { ...wish(hall, '18:00', '20:00'), ...change });
    return [answer.status, answer.body.fields?.[0]?.path, answer.body.fields?.[0]?.message];
  };
  expect(await refused({ endTime: '18:00' })).toEqual([422, 'endTime', 'Das Ende muss nach dem Beginn liegen.']);
  expect(await refused({ startTime: '18:10' })).toEqual([422, 'startTime', 'Hier wird im Raster von 30 Minuten gebucht.']);
  expect(await refused({ startTime: '21:00', endTime: '23:00' })).toEqual([422, 'endTime', 'Am Montag ist hier 08:00–22:00 Uhr geöffnet.']);
  expect(await refused({ startTime: '06:00', endTime: '08:00' })).toEqual([
    422,
    'startTime',
    'Am Montag ist hier 08:00–22:00 Uhr geöffnet.',
  ]);
  expect(await refused({ endTime: '18:30' })).toEqual([422, 'endTime', 'Gebucht werden mindestens 60 Minuten.']);
  expect(await refused({ startTime: '10:00' })).toEqual([422, 'endTime', 'Gebucht werden höchstens 180 Minuten.']);
  expect(await refused({ date: '2026-08-31' })).toEqual([422, 'date', 'Dieser Termin liegt in der Vergangenheit.']);
  expect(await refused({ date: '2026-09-02' })).toEqual([422, 'date', 'Hier wird mindestens 2 Tage vorher gebucht.']);
  expect(await refused({ date: '2027-09-06' })).toEqual([422, 'date', 'Hier wird höchstens 300 Tage im Voraus gebucht.']);
  expect(await refused({ date: '2026-09-09' })).toEqual([422, 'date', 'Am 09.09.2026 geschlossen: Bodenarbeiten.']);
  expect(await refused({ date: '2027-03-28', startTime: '02:30', endTime: '04:00' })).toEqual([
    422,
    'startTime',
    'Diese Uhrzeit gibt es am 28.03.2027 nicht: Die Uhr wird auf Sommerzeit gestellt.',
  ]);
  expect(await refused({ expectedParticipants: 51 })).toEqual([422, 'expectedParticipants', 'Hier sind höchstens 50 Personen zugelassen.']);
  expect(await refused({ expectedParticipants: 3 })).toEqual([422, 'expectedParticipants', 'Hier braucht es mindestens 8 Personen.']);
  const other = await makeHall(server, 'RWA');
  expect(await refused({ unitIds: other.unitIds })).toEqual([422, 'unitIds', 'Diesen Teil gibt es hier nicht.']);
  expect((await refused({ date: '2026-02-30' }))[1]).toBe('date');
  expect(await rows()).toEqual(before);
  const board = await server.signedIn('admin');
  expect(
    (await board.post('/api/bookings', { ...wish(hall, '18:00', '20:00'), date: '2026-09-02', windowReason: 'Pokalspiel' })).status,
  ).toBe(200);
});

test('one third conflicts with the whole hall, the outer thirds stay free, back to back is allowed, the buffer is kept', async () => {
  const hall = await makeHall(server, 'RWA');
  const anton = await server.signedIn('admin');
  expect((await book(anton, hall, '18:00', '20:00', [1])).status).toBe(200);
  const whole = await book(anton, hall, '19:00', '21:00');
  expect([whole.status, (whole.body as unknown as { code: string }).code]).toEqual([409, 'occupied']);
  expect(whole.text).toContain('07.09.2026, 18:00–20:00, Teil 2: RWA, Volleyball');
  expect((await book(anton, hall, '18:00', '20:00', [0])).status).toBe(200);
  expect((await book(anton, hall, '18:00', '20:00', [2])).status).toBe(200);
  expect((await book(anton, hall, '20:00', '22:00')).status).toBe(200);
  const buffered = await makeHall(server, 'RWA', { buffer_minutes: 15 });
  expect((await book(anton, buffered, '18:00', '19:00')).status).toBe(200);
  expect((await book(anton, buffered, '19:00', '20:00')).status).toBe(409);
  expect((await book(anton, buffered, '19:15', '20:00')).status).toBe(200);
});

test('a series keeps 18:30 over both clock changes and skips six Mondays', async () => {
  const hall = await makeHall(server, 'RWA');
  const edda = await server.signedIn('editor');
  const rule = { ...wish(hall, '18:30', '20:00'), date: undefined, weekday: 1, startsOn: '2026-09-28', endsOn: '2027-04-19' };
  const series = await edda.post<Series>('/api/bookings/series', rule);
  expect(series.status, series.text).toBe(200);
  expect(series.body.created).toBe(24);
  expect(series.body.dates.filter(({ result }) => result === 'skipped').map(({ date }) => date)).toEqual([
    '2026-10-19',
    '2026-10-26',
    '2026-12-28',
    '2027-01-04',
    '2027-03-22',
    '2027-03-29',
  ]);
  const found = await server.sql<{ starts_at: Date }>('select starts_at from booking where series_id = $1', [series.body.seriesId]);
  expect(new Set(found.map((row) => localOf(row.starts_at).time))).toEqual(new Set(['18:30']));
});

test('a series with conflicts offers other times and halls, applies the resolutions, and lists skipped dates', async () => {
  const [hall, other] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const edda = await server.signedIn('editor');
  const dates = ['2026-09-07', '2026-09-14', '2026-09-21'];
  for (const date of dates) await book(edda, hall, '18:00', '20:00', [0, 1, 2], date);
  const rule = { ...wish(hall, '18:30', '20:00'), date: undefined, weekday: 1, startsOn: '2026-09-07', endsOn: '2026-09-28' };
  const before = await rows();
  const check = (await edda.post<CheckedDate[]>('/api/bookings/series/check', rule)).body;
  expect(await rows()).toEqual(before);
  expect(check.map(({ result }) => result)).toEqual(['conflict', 'conflict', 'conflict', 'free']);
  expect(check[0]?.conflicts[0]).toMatchObject({ club: 'RWA', title: 'Volleyball' });
  expect(check[0]?.otherTimes.map(({ startTime }) => startTime)).toContain('20:00');
  expect(check[0]?.otherHalls.length).toBeGreaterThan(0);
  expect(check[0]?.otherHalls.map(({ facilityId }) => facilityId)).not.toContain(hall.id);
  const resolutions = [
    { date: dates[0], action: 'time', startTime: '20:00', endTime: '21:30' },
    { date: dates[1], action: 'facility', facilityId: other.id, unitIds: other.unitIds },
    { date: dates[2], action: 'skip' },
  ];
  const made = (await edda.post<Series>('/api/bookings/series', { ...rule, resolutions })).body;
  expect(made.created).toBe(3);
  expect(made.dates.map(({ result }) => result)).toEqual(['free', 'free', 'skipped', 'free']);
  const again = (await edda.post<Series>('/api/bookings/series', { ...rule, endsOn: '2026-10-05' })).body;
  expect([again.created, again.dates.map(({ result }) => result)]).toEqual([1, ['conflict', 'conflict', 'conflict', 'conflict', 'free']]);
  const count = await rows();
  const nothing = await edda.post('/api/bookings/series', rule);
  expect([nothing.status, nothing.body.code]).toEqual([409, 'occupied']);
  expect(await rows()).toEqual(count);
  expect(await overlaps(server)).toBe(0);
});

test('only this date, this and the following, all future ones: the past and the other dates are unchanged', async () => {
  const hall = await makeHall(server, 'RWA');
  const edda = await server.signedIn('editor');
  const rule = { ...wish(hall, '18:00', '20:00'), date: undefined, weekday: 1, startsOn: '2026-09-07', endsOn: '2026-10-05' };
  const { seriesId } = (await edda.post<Series>('/api/bookings/series', rule)).body;
  const mine = async () =>
    (await edda.get<BookingView[]>('/api/bookings/mine?from=2026-09-01&to=2026-12-31')).body.filter(
      ({ facilityId }) => facilityId === hall.id,
    );
  const times = async () =>
    (await mine()).filter(({ state }) => state === 'approved').map(({ startsAt }) => localOf(new Date(startsAt)).time);
  const [, second, third] = await mine();
  const change = (one: BookingView | undefined, startTime: string, scope: string) =>
    edda.send('PUT', `/api/bookings/${one?.id}`, {
      ...volleyball,
      unitIds: hall.unitIds,
      date: one?.date,
      startTime,
      endTime: '21:30',
      scope,
      version: one?.version,
    });
  expect((await change(second, '18:30', 'one')).body).toEqual({ changed: 1 });
  expect(await times()).toEqual(['18:00', '18:30', '18:00', '18:00', '18:00']);
  expect((await change(third, '19:00', 'following')).body).toEqual({ changed: 3 });
  expect(await times()).toEqual(['18:00', '18:30', '19:00', '19:00', '19:00']);
  expect((await change(third, '19:00', 'one')).body.code).toBe('conflict');
  const split = await server.sql<{ id: string; ends_on: Date }>(
    'select id, ends_on::text from booking_series where facility_id = $1 order by starts_on',
    [hall.id],
  );
  expect(split.map(({ ends_on }) => String(ends_on))).toEqual(['2026-09-20', '2026-10-05']);
  expect(split[0]?.id).toBe(seriesId);
  expect((await edda.post(`/api/bookings/${third?.id}/cancel`, { scope: 'following' })).body).toEqual({ changed: 3 });
  expect(await times()).toEqual(['18:00', '18:30']);
  expect((await book(edda, hall, '18:00', '22:00', [0, 1, 2], third?.date)).status).toBe(200);
});

test('a hall of the town: requested by SCB, decided by GSV, seen by RWA as club and time only', async () => {
  const hall = await makeHall(server, 'GSV');
  const [emil, armin, anton, till] = [
    await server.signedIn('editor', 'SCB'),
    await server.signedIn('admin', 'GSV'),
    await server.signedIn('admin'),
    await server.signedIn('trainer'),
  ];
  const first = await book(emil, hall, '18:00', '20:00');
  expect(first.body.state).toBe('requested');
  // A request does not block others.
  const rival = await book(anton, hall, '19:00', '21:00');
  expect(rival.body.state).toBe('requested');
  const plan = async (client: Client) =>
    (await client.get<{ bookings: BookingView[] }>(`/api/bookings/plan?from=${monday}&to=${monday}&facility=${hall.id}`)).body.bookings;
  const seen = (await plan(till)).find(({ club }) => club === 'SCB');
  expect(seen).toMatchObject({ club: 'SCB', title: null, kind: null, contactPerson: null, message: null, seriesId: null });
  expect((await till.get(`/api/bookings/plan?from=${monday}&to=${monday}`)).text).not.toContain('"club":"SCB","title":"Volley');
  const judged = (await requestedAt(armin, hall.id)).find(({ id }) => id === first.body.id);
  expect(judged).toMatchObject({ club: 'SCB', kind: 'training', title: null, contactPerson: null });
  const decide = (client: Client, id: string, more: object) =>
    client.post<{ changed: number; left: number; code?: string }>(`/api/bookings/${id}/decision`, { action: 'approve', ...more });
  expect((await decide(anton, first.body.id, {})).status).toBe(403);
  expect((await decide(emil, first.body.id, {})).status).toBe(403);
  expect((await decide(armin, first.body.id, {})).body).toMatchObject({ changed: 1, left: 0 });
  expect((await decide(armin, rival.body.id, {})).body.code).toBe('occupied');
  expect((await decide(armin, rival.body.id, { onlyFree: true })).body).toMatchObject({ changed: 0, left: 1 });
  expect((await decide(armin, rival.body.id, { action: 'reject' })).status).toBe(422);
  const offer = { facilityId: hall.id, unitIds: hall.unitIds, startTime: '20:00', endTime: '22:00' };
  expect((await decide(armin, rival.body.id, { action: 'offer', offer })).body.changed).toBe(1);
  expect((await anton.post(`/api/bookings/${rival.body.id}/answer`, { isAccepted: true })).body).toEqual({ changed: 1 });
  expect((await plan(anton)).find(({ club }) => club === 'RWA')).toMatchObject({ state: 'approved', title: 'Volleyball' });
  const third = await book(emil, hall, '08:00', '09:00');
  expect((await anton.post(`/api/bookings/${third.body.id}/withdraw`, {})).status).toBe(404);
  expect((await emil.post(`/api/bookings/${third.body.id}/withdraw`, {})).body).toEqual({ changed: 1 });
  expect((await decide(armin, third.body.id, {})).body.code).toBe('not-offered');
  const mails = await server.sql<{ recipient: string }>("select recipient from outbox_mail where body like '%Anfrage zugesagt%'");
  expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(['admin@scb.test', 'editor@scb.test']);
});

test('a series of requests is approved as far as it is free', async () => {
  const hall = await makeHall(server, 'GSV');
  const [emil, armin] = [await server.signedIn('editor', 'SCB'), await server.signedIn('admin', 'GSV')];
  expect((await book(armin, hall, '18:00', '22:00', [0], '2026-09-14')).body.state).toBe('approved');
  const rule = { ...wish(hall, '18:00', '20:00'), date: undefined, weekday: 1, startsOn: monday, endsOn: '2026-09-28' };
  const resolutions = [{ date: '2026-09-14', action: 'ask' }];
  const made = (await emil.post<Series>('/api/bookings/series', { ...rule, resolutions })).body;
  expect([made.created, made.dates[1]?.result]).toEqual([4, 'asked']);
  const [first] = await server.sql<{ id: string }>('select id from booking where series_id = $1 order by starts_at limit 1', [
    made.seriesId,
  ]);
  const bids = await server.sql<{ recipient: string; link: string }>(
    "select recipient, substring(body from '/admin/bookings[^ \n]+') as link from outbox_mail where subject like 'Bitte um eine Hallenzeit von SCB'",
  );
  expect(bids).toEqual([{ recipient: 'admin@gsv.test', link: `/admin/bookings?day=2026-09-14&hall=${hall.id}` }]);
  const decision = { action: 'approve', scope: 'all', onlyFree: true };
  expect((await armin.post(`/api/bookings/${first?.id}/decision`, decision)).body).toMatchObject({ changed: 3, left: 1 });
});

test('free slots are found by weekday, length and parts', async () => {
  const hall = await makeHall(server, 'RWA');
  const edda = await server.signedIn('editor');
  await book(edda, hall, '08:00', '18:00', [0, 1]);
  const search = async (query: string) =>
    (await edda.get<Slot[]>(`/api/bookings/free?from=${monday}&to=${monday}&facility=${hall.id}&${query}`)).body.map(
      ({ startTime, endTime, unitIds }) => [startTime, endTime, unitIds.length],
    );
  expect(await search('minutes=90&parts=1')).toEqual([['08:00', '22:00', 1]]);
  expect(await search('minutes=90&parts=3')).toEqual([['18:00', '22:00', 3]]);
  expect(await search('minutes=300&parts=3')).toEqual([]);
  expect((await (await server.signedIn('reader')).get(`/api/bookings/free?from=${monday}&to=${monday}`)).status).toBe(403);
});

test('row-level security: without a scope there are no bookings, and a club writes none in the name of another', async () => {
  const client = await server.database.pool.connect();
  try {
    expect((await client.query('select * from booking')).rows).toEqual([]);
    await client.query("begin; select set_config('app.club', 'SCB', true)");
    const { rows: found } = await client.query<{ club: string }>(
      "select distinct b.club from booking b join facility f on f.id = b.facility_id where f.owner_kind = 'club'",
    );
    expect(found.every(({ club }) => club === 'SCB')).toBe(true);
    await expect(
      client.query(
        "insert into booking (id, club, facility_id, unit_ids, kind, title, priority, local_date, starts_at, ends_at, state, created_at) select gen_random_uuid(), 'RWA', id, array[id], 'training', 'x', 3, '2027-01-01', now(), now() + interval '1 hour', 'approved', now() from facility where manager_club = 'RWA' limit 1",
      ),
    ).rejects.toThrow(/row-level security/);
    await client.query('rollback');
  } finally {
    client.release();
  }
});
