import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { PlaceChoice, SeasonDryRun, SeasonPlan, Objection } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { Wish } from '#shared/halls/seasons/wishes.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { wish } from './table.ts';
import { jobsOf } from '#server/jobs.ts';
import { makeHall, overlaps, type Hall } from '#test/halls.ts';
import { emailOf, startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let armin: Client;
let anton: Client;
let alma: Client;
let hall: Hall;
let school: Organisation;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  [armin, anton, alma] = [
    await server.signedIn('admin', 'GSV'),
    await server.signedIn('admin', 'RWA'),
    await server.signedIn('admin', 'SCB'),
  ];
  const values = { name: 'Schule am See', kind: 'school', contacts: [{ name: 'Sina See', email: 'see@schule.test' }] };
  school = (await armin.post<Organisation>('/api/organisations', values)).body;
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Refusable<T> = Answer<T & Partial<Pick<ProblemBody, 'code' | 'fields'>>>;

const dates = { startsOn: '2027-01-04', endsOn: '2027-03-28', wishesFrom: '2026-11-01T06:00:00Z', wishesUntil: '2026-12-01T22:00:00Z' };
let made = 0;
/** A draft, with a hall of one part of its own. */
async function makeSeason(more: object = {}): Promise<Season> {
  hall = await makeHall(server, 'GSV', { units: 1 });
  const facilities = [{ facilityId: hall.id, windows: [] }];
  const values = { name: `Winter ${++made}`, criteria: 'Schulen vor Jugend vor Erwachsenen.', ...dates, facilities, ...more };
  const answer = await armin.post<Season>('/api/seasons', values);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}
const read = async (id: string, client = armin) => (await client.get<Season>(`/api/seasons/${id}`)).body;
const go = async (id: string, to: string, more: object = {}, client = armin): Promise<Refusable<Season>> =>
  client.post(`/api/seasons/${id}/phase`, { to, version: (await read(id)).version, ...more });
const evening = (more: object = {}) => ({ facilityId: hall.id, weekday: 2, fromTime: '17:00', toTime: '18:30', ...more });
const group = (groupName: string, more: object = {}) => ({
  groupName,
  ageGroup: 'adults',
  participants: 15,
  options: [evening()],
  ...more,
});
const wishFor = async (client: Client, id: string, values: object): Promise<Refusable<Wish>> =>
  client.post(`/api/seasons/${id}/wishes`, values);
const wishes = async (client: Client, id: string) => (await client.get<Wish[]>(`/api/seasons/${id}/wishes`)).body;
const act = (client: Client, id: string, action: string, wishIds: string[]): Promise<Refusable<{ changed: number }>> =>
  client.post(`/api/seasons/${id}/wishes/actions`, { action, wishIds });
const plan = async (client: Client, id: string) => (await client.get<SeasonPlan>(`/api/seasons/${id}/plan`)).body;
const faultOf = ({ body }: { body: Partial<ProblemBody> }) => body.fields?.map(({ path, message }) => `${path}: ${message}`);
async function publish(): Promise<void> {
  await jobsOf(server, undefined)
    .find(({ name }) => name === 'season-publish')
    ?.work();
}

/** A season in its planning, with a wish of RWA's youth and one of SCB's adults for the same hour. */
async function planned(): Promise<{ season: Season; minis: Wish; adults: Wish }> {
  const season = await makeSeason();
  await go(season.id, 'open');
  const minis = (await wishFor(anton, season.id, group('Minis', { ageGroup: 'youth' }))).body;
  const adults = (await wishFor(alma, season.id, group('Herren', { options: [evening(), evening({ weekday: 4 })] }))).body;
  await act(anton, season.id, 'submit', [minis.id]);
  await act(alma, season.id, 'submit', [adults.id]);
  expect((await go(season.id, 'planning', { reason: 'Alle haben abgesendet' })).status).toBe(200);
  return { season, minis, adults };
}

test('a season goes from its halls to bookings: wishes, proposal, reasons, an objection, and series once only', async () => {
  const season = await makeSeason();
  expect((await alma.get(`/api/seasons/${season.id}`)).status).toBe(404);
  expect((await go(season.id, 'open')).status).toBe(200);
  expect(await server.latestMail('see@schule.test')).toContain(season.name);
  expect(await server.latestMail(emailOf('admin', 'SCB'))).toContain('Schulen vor Jugend');
  const minis = (await wishFor(anton, season.id, group('Minis', { ageGroup: 'youth' }))).body;
  const adults = (await wishFor(alma, season.id, group('Herren'))).body;
  const lesson = await wishFor(armin, season.id, {
    ...group('Klasse 3b', { ageGroup: 'children', options: [evening({ weekday: 1, fromTime: '10:00', toTime: '11:30' })] }),
    organisationId: school.id,
  });
  expect(lesson.body).toMatchObject({ organisation: 'Schule am See', state: 'submitted' });
  await act(anton, season.id, 'submit', [minis.id]);
  await act(alma, season.id, 'submit', [adults.id]);
  expect(faultOf(await go(season.id, 'planning'))).toEqual(['reason: Die Wunschfrist läuft noch. Bitte einen Grund nennen.']);
  await go(season.id, 'planning', { reason: 'Alle haben abgesendet' });

  const proposed = (await armin.post<SeasonPlan>(`/api/seasons/${season.id}/proposals`, {})).body;
  expect(proposed.versions).toMatchObject([{ name: 'Vorschlag 2', madeBy: 'draft', grants: 2 }]);
  const adopted = (await armin.post<SeasonPlan>(`/api/seasons/${season.id}/plans/${proposed.versions[0]?.id}/adoption`, {})).body;
  expect(adopted.grants.map(({ groupName }) => groupName).toSorted()).toEqual(['Klasse 3b', 'Minis']);
  expect(adopted).toMatchObject({ improvements: 0, refusals: [{ groupName: 'Herren', missing: 1, options: [{ code: 'class' }] }] });
  expect((await plan(alma, season.id)).grants).toEqual([]);

  expect(faultOf(await go(season.id, 'consultation', { objectionsUntil: '2026-11-25T20:00:00Z' }))).toHaveLength(1);
  expect((await go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' })).status).toBe(200);
  const told = await server.latestMail(emailOf('admin', 'SCB'));
  expect(told).toContain('Herren');
  expect(told).toContain('Jugend vor Erwachsenen');
  expect(told).toContain('Noch frei:');
  expect(await server.latestMail('see@schule.test')).toContain('Montag 10:00–11:30');

  const objected = await alma.post<Objection>(`/api/seasons/${season.id}/objections`, {
    wishId: adults.id,
    text: 'Wir haben sonst keine Zeit.',
  });
  expect(faultOf(await go(season.id, 'publishing', { name: season.name }))).toEqual(['to: Ein Einwand ist noch nicht beantwortet.']);
  await armin.post(`/api/objections/${objected.body.id}/answer`, { state: 'rejected', answer: 'Jugend geht vor.' });
  expect(await server.latestMail(emailOf('admin', 'SCB'))).toContain('Zurückgewiesen: Jugend geht vor.');

  // Somebody else has one of the Tuesdays already.
  await armin.post('/api/bookings', {
    facilityId: hall.id,
    unitIds: hall.unitIds,
    title: 'Turnier',
    kind: 'event',
    date: '2027-01-12',
    startTime: '12:00',
    endTime: '22:00',
  });
  const dry = (await armin.get<SeasonDryRun>(`/api/seasons/${season.id}/publication`)).body;
  expect(dry.halls).toMatchObject([{ series: 2 }]);
  expect(dry.skipped.filter(({ date }) => date === '2027-01-12')).toMatchObject([{ reason: 'Belegt: GSV' }]);
  expect(await server.sql('select id from booking_series where grant_id is not null')).toEqual([]);

  expect(faultOf(await go(season.id, 'publishing', { name: 'Winter' }))).toHaveLength(1);
  expect((await go(season.id, 'publishing', { name: season.name })).status).toBe(200);
  await publish();
  await publish();
  expect((await read(season.id)).phase).toBe('published');
  const series = await server.sql<{ title: string; holder: string; club: string; dates: number; skipped: { date: string }[] }>(
    `select s.title, s.holder, s.club, s.skipped, (select count(*)::int from booking b where b.series_id = s.id and b.state = 'approved') as dates
     from booking_series s where s.grant_id is not null order by s.title`,
  );
  expect(series.map(({ title, holder, club }) => [title, holder, club])).toEqual([
    ['Klasse 3b', 'Schule am See', 'GSV'],
    ['Minis', '', 'RWA'],
  ]);
  expect(series.reduce((sum, { dates: count }) => sum + count, 0)).toBe(dry.halls[0]?.dates);
  expect(series[1]?.skipped).toContainEqual({ date: '2027-01-12', reason: 'Belegt: GSV' });
  expect(await server.latestMail('see@schule.test')).toContain('Die Zeiten gelten vom 04.01.2027');
  expect(await overlaps(server)).toBe(0);
});

test('until the consultation a club learns nothing of others, afterwards the plan, but only its own refusals', async () => {
  const { season, minis, adults } = await planned();
  await armin.post(`/api/seasons/${season.id}/proposals`, {});
  expect((await wishes(anton, season.id)).map(({ id }) => id)).toEqual([minis.id]);
  expect((await wishes(alma, season.id)).map(({ id }) => id)).toEqual([adults.id]);
  expect((await wishes(armin, season.id)).map(({ id }) => id).toSorted()).toEqual([minis.id, adults.id].toSorted());
  expect(await plan(anton, season.id)).toMatchObject({ id: null, grants: [], refusals: [], figures: [], versions: [] });
  const foreign: [method: string, url: string, body?: object][] = [
    ['PUT', `/api/wishes/${adults.id}`, { ...group('Gekapert'), version: 1 }],
    ['POST', `/api/seasons/${season.id}/wishes/actions`, { action: 'withdraw', wishIds: [adults.id] }],
    ['POST', `/api/seasons/${season.id}/wishes/order`, { organisationId: adults.organisationId, wishIds: [adults.id] }],
    ['GET', `/api/seasons/${season.id}/wishes/${adults.id}/places`],
    ['POST', `/api/seasons/${season.id}/proposals`, {}],
    ['POST', `/api/seasons/${season.id}/phase`, { to: 'open', version: 3 }],
  ];
  for (const [method, url, body] of foreign) {
    expect([url, (await anton.send(method, url, body)).status]).toEqual([
      url,
      expect.toSatisfy((status) => status === 403 || status === 404),
    ]);
    expect((await server.visitor().send(method, url, body)).status).toBe(401);
  }
  expect((await (await server.signedIn('trainer', 'SCB')).get(`/api/seasons/${season.id}/wishes`)).status).toBe(403);

  const choice = (await armin.get<PlaceChoice[]>(`/api/seasons/${season.id}/wishes/${minis.id}/places`)).body[0];
  const {
    words: _w,
    points: _p,
    option: _o,
    obstacles,
    isLocked: _l,
    endTime: _e,
    ...place
  } = choice ?? { words: '', points: 0, option: 0, obstacles: [], isLocked: false, endTime: '' };
  expect(obstacles).toEqual([]);
  await armin.post(`/api/seasons/${season.id}/arrangements`, { gives: [{ ...place, wishId: minis.id }] });
  expect(faultOf(await go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' }))?.[0]).toContain('Verbesserung möglich');
  await armin.post(`/api/seasons/${season.id}/improvements`, {});
  expect((await go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' })).status).toBe(200);
  const seen = await plan(anton, season.id);
  expect(seen.grants.map(({ organisation, groupName }) => [organisation, groupName]).toSorted()).toEqual([
    ['Rot-Weiß Auenfeld', 'Minis'],
    ['SC Blautal', null],
  ]);
  expect(seen).toMatchObject({ refusals: [], figures: [], versions: [] });
  expect((await server.database.read({ club: 'RWA' }, async (tx) => tx.select({ id: wish.id }).from(wish))).length).toBe(
    (await server.sql("select w.id from wish w join organisation o on o.id = w.organisation_id where o.club = 'RWA'")).length,
  );
});

test('no part is given twice, however many give it at once; who stands there goes to the pool only if that was asked for, and an hour that was moved meanwhile stays', async () => {
  const { season, minis, adults } = await planned();
  const place = { facilityId: hall.id, unitIds: hall.unitIds, weekday: 2, startTime: '17:00', week: 'every' };
  const arrange = (changes: object): Promise<Refusable<SeasonPlan>> => armin.post(`/api/seasons/${season.id}/arrangements`, changes);
  const give = (wishId: string, takes: object[] = []) => arrange({ takes, gives: [{ ...place, wishId }] });
  const answers = await Promise.all([minis, adults, minis, adults].map(({ id }) => give(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await plan(armin, season.id)).grants).toHaveLength(1);
  const [standing] = (await plan(armin, season.id)).grants;
  const other = standing?.wishId === minis.id ? adults : minis;
  expect((await give(other.id)).body.code).toBe('occupied');
  const before = [{ id: standing?.id, version: standing?.version }];
  const swapped = await give(other.id, before);
  expect(swapped.body.grants.map(({ wishId }) => wishId)).toEqual([other.id]);
  const [grant] = swapped.body.grants;
  const lock = (body: object): Promise<Refusable<SeasonPlan>> => armin.post(`/api/grants/${grant?.id}/lock`, body);
  expect(faultOf(await lock({ version: 1, isLocked: true }))).toEqual(['reason: Bitte einen Grund nennen.']);
  expect((await lock({ version: 1, isLocked: true, reason: 'Vertrag' })).body.grants).toMatchObject([
    { isLocked: true, reason: 'Vertrag', version: 2 },
  ]);
  expect((await lock({ version: 1, isLocked: false })).body.code).toBe('conflict');
  const gone = await arrange({ takes: before, gives: [] });
  expect([gone.body.code, faultOf(gone)]).toEqual([
    'conflict',
    ['takes.0.id: Diese Zeit hat inzwischen jemand anders verlegt oder zurückgenommen.'],
  ]);
  const late = { ...place, wishId: standing?.wishId, startTime: '21:30' };
  expect(faultOf(await arrange({ gives: [late] }))).toEqual(['gives.0.startTime: Zu dieser Zeit wird die Sportstätte nicht vergeben.']);
  expect(faultOf(await give(standing?.wishId ?? ''))?.[0]).toContain('Dort steht');
  // All or nothing: the first would have fitted.
  const both = [{ ...place, wishId: standing?.wishId, weekday: 3 }, late];
  expect((await arrange({ gives: both })).status).toBe(422);
  expect((await plan(armin, season.id)).grants).toHaveLength(1);
  await expect(
    server.sql(
      `with copied as (insert into season_grant (id, plan_id, wish_id, facility_id, unit_ids, weekday, start_time, end_time, week)
         select gen_random_uuid(), plan_id, wish_id, facility_id, unit_ids, 6, start_time, end_time, week from season_grant where id = $1 returning id)
       insert into season_grant_unit select c.id, u.plan_id, u.unit_id, u.weekday, u.parity, '[1080,1110)' from season_grant_unit u, copied c where u.grant_id = $1`,
      [grant?.id],
    ),
  ).rejects.toThrow('season_grant_no_overlap');
});

test('running series become wishes to confirm; who is confirmed keeps the time, and publishing waits until all are decided', async () => {
  const own = await makeHall(server, 'GSV', { units: 1 });
  const series = {
    facilityId: own.id,
    unitIds: own.unitIds,
    title: 'Seniorensport',
    kind: 'training',
    ageGroup: 'seniors',
    weekday: 2,
    startTime: '17:00',
    endTime: '18:30',
    startsOn: '2026-11-24',
    endsOn: '2027-03-30',
    organisationId: school.id,
  };
  expect((await armin.post(`/api/bookings/series`, series)).status).toBe(200);
  const season = await makeSeason({ facilities: [{ facilityId: own.id, windows: [] }] });
  await go(season.id, 'open');
  const [copied] = await wishes(armin, season.id);
  expect(copied).toMatchObject({ groupName: 'Seniorensport', state: 'copied', isKept: true, organisation: 'Schule am See' });
  const rival = (await wishFor(alma, season.id, group('Herren', { options: [evening({ facilityId: own.id })], participants: 30 }))).body;
  await act(alma, season.id, 'submit', [rival.id]);
  await go(season.id, 'planning', { reason: 'Frist vorbei' });
  expect((await plan(armin, season.id)).grants).toEqual([]);
  const until = { objectionsUntil: '2026-12-10T20:00:00Z' };
  expect(faultOf(await go(season.id, 'consultation', until))?.[0]).toContain('weder bestätigt noch zurückgegeben');
  expect((await act(armin, season.id, 'confirm', [copied?.id ?? ''])).body.changed).toBe(1);
  const proposed = (await armin.post<SeasonPlan>(`/api/seasons/${season.id}/proposals`, {})).body;
  await armin.post(`/api/seasons/${season.id}/plans/${proposed.versions[0]?.id}/adoption`, {});
  await go(season.id, 'consultation', until);
  await go(season.id, 'publishing', { name: season.name });
  await publish();
  const ended = await server.sql('select ends_on::text from booking_series where facility_id = $1 and grant_id is null', [own.id]);
  expect(ended).toEqual([{ ends_on: '2027-01-03' }]);
  const twice = await server.sql(
    "select local_date from booking where facility_id = $1 and state = 'approved' group by local_date having count(*) > 1",
    [own.id],
  );
  expect(twice).toEqual([]);
});

test('only the board submits and orders, an editor writes drafts, and after the end nothing is changed any more', async () => {
  const season = await makeSeason();
  await go(season.id, 'open');
  const edda = await server.signedIn('editor');
  const [first, second] = [(await wishFor(edda, season.id, group('Eins'))).body, (await wishFor(edda, season.id, group('Zwei'))).body];
  expect((await act(edda, season.id, 'submit', [first.id])).status).toBe(403);
  const order = { organisationId: first.organisationId, wishIds: [second.id, first.id] };
  expect((await edda.post(`/api/seasons/${season.id}/wishes/order`, order)).status).toBe(403);
  expect((await anton.post<{ changed: number }>(`/api/seasons/${season.id}/wishes/order`, order)).body.changed).toBe(2);
  expect((await wishes(edda, season.id)).map(({ groupName }) => groupName)).toEqual(['Zwei', 'Eins']);
  expect(faultOf(await wishFor(edda, season.id, group('Drei', { options: [evening({ toTime: '18:00' })] })))).toEqual([
    'options.0.toTime: Zwischen 17:00 und 18:00 Uhr passen keine 90 Minuten.',
  ]);
  await server.sql("update season set wishes_until = '2026-11-20T22:00:00Z' where id = $1", [season.id]);
  await server.outdate();
  expect((await wishFor(anton, season.id, group('Zu spät'))).body.code).toBe('wrong-state');
  expect((await act(anton, season.id, 'submit', [first.id])).body.code).toBe('wrong-state');
});
