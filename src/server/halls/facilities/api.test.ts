import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleFacility, type Facility } from '#shared/halls/facilities.ts';
import type { DoorPlan, HallNow } from '#shared/halls/halls.ts';
import type { Defect } from '#shared/halls/defects.ts';
import type { StoredDayRule } from '#shared/halls/dayRules.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

let halls = 0;
async function made(client: Client, change: object = {}): Promise<Facility> {
  const answer = await client.post<Facility>('/api/facilities', {
    ...exampleFacility,
    slug: `halle-${++halls}`,
    name: `Halle ${halls}`,
    keyNote: 'Schlüssel im Kasten',
    ...change,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const toInput = ({ id: _id, staff, openDefects: _open, ...rest }: Facility) => ({
  ...rest,
  ...(staff ?? { caretakerName: '', caretakerPhone: '', keyNote: '' }),
});

test('only the board creates and changes facilities; visitors and trainers write nothing', async () => {
  const count = () => server.sql('select (select count(*) from facility) as facilities, (select count(*) from audit) as audits');
  const till = await server.signedIn('trainer');
  const before = await count();
  expect((await server.visitor().post('/api/facilities', exampleFacility)).status).toBe(401);
  expect((await till.post('/api/facilities', exampleFacility)).status).toBe(403);
  expect(await count()).toEqual(before);
  const anton = await server.signedIn('admin');
  const hall = await made(anton);
  expect(hall.units.map(({ label }) => label)).toEqual(['Teil 1', 'Teil 2']);
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.send('PUT', `/api/facilities/${hall.id}`, { ...toInput(hall), version: 1 })).status).toBe(404);
  expect((await alma.send('DELETE', `/api/facilities/${hall.id}`)).status).toBe(404);
});

test('keys and contacts are visible to people who work with the facility, and to nobody else', async () => {
  const hall = await made(await server.signedIn('admin'));
  const read = async (client: Client) => (await client.get<Facility>(`/api/facilities/${hall.id}`)).body.staff;
  expect((await read(await server.signedIn('trainer')))?.keyNote).toBe('Schlüssel im Kasten');
  for (const client of [
    server.visitor(),
    await server.signedIn('reader'),
    await server.signedIn('editor'),
    await server.signedIn('admin', 'SCB'),
  ])
    expect(await read(client)).toBeNull();
  expect((await server.visitor().get('/api/facilities')).text).not.toContain('Schlüssel im Kasten');
});

test('a stale edit is refused, a duplicate slug too, invalid rules at their field', async () => {
  const anton = await server.signedIn('admin');
  const hall = await made(anton);
  const put = (change: object) => anton.send('PUT', `/api/facilities/${hall.id}`, { ...toInput(hall), ...change });
  expect((await put({ version: 7 })).body.code).toBe('conflict');
  expect((await anton.post('/api/facilities', { ...exampleFacility, slug: hall.slug })).body.fields?.[0]?.path).toBe('slug');
  expect((await put({ version: 1, minMinutes: 90, maxMinutes: 60 })).body.fields?.[0]?.path).toBe('maxMinutes');
  expect((await put({ version: 1, openings: [{ weekday: 1, opens: '20:00', closes: '08:00' }] })).body.fields?.[0]?.path).toBe(
    'openings.0.closes',
  );
  const twin = [{ label: 'Teil' }, { label: 'teil' }];
  expect((await put({ version: 1, units: twin })).body.fields?.[0]?.path).toBe('units');
  const answer = await put({ version: 1, name: 'Neue Halle', units: [hall.units[0], { label: 'Teil 3', retiredOn: null }] });
  expect(answer.status, answer.text).toBe(200);
  const after = (await anton.get<Facility>(`/api/facilities/${hall.id}`)).body;
  expect([after.name, after.version, after.units.map(({ label }) => label)]).toEqual(['Neue Halle', 2, ['Teil 1', 'Teil 3']]);
});

test('the plan at the door is public and shows the closure of the day', async () => {
  const anton = await server.signedIn('admin');
  const hall = await made(anton, { closedOnPublicHolidays: true });
  const plan = async (date: string) => (await server.visitor('SCB').get<DoorPlan>(`/api/halls/${hall.slug}?date=${date}`)).body;
  expect(await plan('2027-03-29')).toMatchObject({ pause: 'Ostermontag', opening: '08:00–22:00', entries: [] });
  expect(await plan('2027-03-30')).toMatchObject({ pause: null, opening: 'geschlossen' });
  expect((await server.visitor().get('/api/halls/gibt-es-nicht')).status).toBe(404);
});

test("anybody reports a defect with a re-encoded photo; the facility's club processes it, another one does not see it", async () => {
  const anton = await server.signedIn('admin');
  const hall = await made(anton);
  const { default: sharp } = await import('sharp');
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const url = `/api/halls/${hall.slug}/defects`;
  const photo = `data:image/png;base64,${picture.toString('base64')}`;
  expect((await server.visitor().post(url, { text: 'Lampe defekt', photo })).status).toBe(200);
  const noPicture = `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`;
  expect((await server.visitor().post(url, { text: 'Lampe defekt', photo: noPicture })).body.fields?.[0]?.path).toBe('photo');
  const till = await server.signedIn('trainer');
  const [found] = (await till.get<Defect[]>(`/api/defects?facility=${hall.id}`)).body;
  expect(found?.photo).toMatch(/^data:image\/webp;base64,/);
  const change = { state: 'in_progress', responsible: 'Hausmeister', note: '', version: 1 };
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.get<Defect[]>('/api/defects')).body).toEqual([]);
  expect((await alma.send('PATCH', `/api/defects/${found?.id}`, change)).status).toBe(404);
  expect((await (await server.signedIn('editor')).send('PATCH', `/api/defects/${found?.id}`, change)).status).toBe(403);
  expect((await till.send<Defect>('PATCH', `/api/defects/${found?.id}`, change)).body.state).toBe('in_progress');
  expect((await till.send('PATCH', `/api/defects/${found?.id}`, change)).body.code).toBe('conflict');
});

test('GSV enters the days of the town and imports holidays with a dry run; other boards only their own closures', async () => {
  const rule = {
    scope: 'town',
    scopeId: 'Auenfeld',
    kind: 'movable_school_day',
    name: 'Rosenmontag',
    startsOn: '2027-02-08',
    endsOn: '2027-02-08',
    source: '',
  };
  const anton = await server.signedIn('admin');
  expect((await anton.post('/api/calendar/rules', rule)).status).toBe(403);
  const closure = { ...rule, scope: 'club', scopeId: 'RWA', kind: 'closure', name: 'Sommerfest' };
  expect((await anton.post('/api/calendar/rules', { ...closure, scopeId: 'SCB' })).status).toBe(404);
  const own = await anton.post<StoredDayRule>('/api/calendar/rules', closure);
  expect(own.status, own.text).toBe(200);
  expect(
    (await anton.send('PUT', `/api/calendar/rules/${own.body.id}`, { ...closure, startsOn: '2027-02-09', version: 1 })).body.fields?.[0]
      ?.path,
  ).toBe('endsOn');
  const armin = await server.signedIn('admin', 'GSV');
  expect((await armin.post('/api/calendar/rules', rule)).status).toBe(200);
  const text = 'Name;von;bis\nSommerferien;10.07.2028;22.08.2028\nHerbstferien;17.10.2026;31.10.2026\nKaputt;30.02.2028;01.03.2028';
  type Import = { rows: { result: string }[] };
  const importing = async (isDryRun: boolean) =>
    (await armin.post<Import>('/api/calendar/rules/import', { text, source: 'BASS', isDryRun })).body.rows.map(({ result }) => result);
  expect(await importing(true)).toEqual(['new', 'known', 'refused']);
  expect(await importing(false)).toEqual(['new', 'known', 'refused']);
  expect(await importing(false)).toEqual(['known', 'known', 'refused']);
  const rows = (await server.visitor().get<StoredDayRule[]>('/api/calendar/rules?from=2028-07-01&to=2028-07-31')).body;
  expect(rows.map(({ name, scopeLabel }) => [name, scopeLabel])).toEqual([['Sommerferien', 'Nordrhein-Westfalen']]);
});

test('everybody sees the current bookings of the halls, and no more than the plan at the door', async () => {
  const board = await server.signedIn('admin');
  const open = await made(board, { publicDetail: 'title' });
  const shy = await made(board, { publicDetail: 'busy' });
  const book = (facilityId: string, from: string, to: string, title: string) =>
    server.sql(
      `insert into booking (id, club, facility_id, unit_ids, kind, title, priority, local_date, starts_at, ends_at, state, created_at)
       select gen_random_uuid(), 'RWA', $1, array_agg(id), 'training', $4, 1, current_date, now() + $2::interval, now() + $3::interval, 'approved', now()
       from facility_unit where facility_id = $1`,
      [facilityId, from, to, title],
    );
  await book(open.id, '-1 hour', '1 hour', 'Abendturnen');
  await book(open.id, '2 hours', '3 hours', 'Erst später');
  await book(shy.id, '-1 hour', '1 hour', 'Geheimes Turnen');
  const { body } = await server.visitor().get<HallNow[]>('/api/halls');
  const shown = body.filter(({ slug }) => [open.slug, shy.slug].includes(slug));
  expect(shown.map(({ slug, club, title }) => [slug, club, title]).toSorted()).toEqual(
    [
      [open.slug, 'RWA', 'Abendturnen'],
      [shy.slug, null, null],
    ].toSorted(),
  );
  expect((await server.visitor('SCB').get<HallNow[]>('/api/halls')).body.map(({ slug }) => slug)).not.toContain(open.slug);
});
