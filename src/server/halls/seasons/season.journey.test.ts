import { beforeAll, expect, test } from 'vitest';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { PlaceChoice, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { HolderNotice } from '#shared/halls/notices/holderNotices.ts';
import type { SeasonDryRun } from '#shared/halls/seasons/publication.ts';
import type { Objection } from '#shared/halls/seasons/objections.ts';
import { wish } from './table.ts';
import { makeHall, overlaps, type Hall } from '#test/halls.ts';
import { emailOf, type Client } from '#test/harness.ts';
import { evening, faultOf, group as groupOf, useRounds } from '#test/seasons.ts';

const rounds = useRounds();
let armin: Client;
let anton: Client;
let alma: Client;
let school: Organisation;
beforeAll(async () => {
  ({ armin, anton, alma } = rounds);
  const values = { name: 'Schule am See', kind: 'school', contacts: [{ name: 'Sina See', email: 'see@schule.test' }] };
  school = (await armin.post<Organisation>('/api/organisations', values)).body;
});

let hall: Hall;
const makeSeason = async (more: object = {}) => {
  const made = await rounds.make(more);
  ({ hall } = made);
  return made.season;
};
const group = (groupName: string, more: object = {}) => groupOf(groupName, [evening(hall)], more);

test('a season goes from its halls to bookings: wishes, proposal, reasons, an objection, and series once only', async () => {
  const season = await makeSeason();
  expect((await alma.get(`/api/seasons/${season.id}`)).status).toBe(404);
  expect((await rounds.go(season.id, 'open')).status).toBe(200);
  expect(await rounds.server.latestMail('see@schule.test')).toContain(season.name);
  expect(await rounds.server.latestMail(emailOf('admin', 'SCB'))).toContain('Schulen vor Jugend');
  const minis = (await rounds.wishFor(anton, season.id, group('Minis', { ageGroup: 'youth' }))).body;
  const adults = (await rounds.wishFor(alma, season.id, group('Herren'))).body;
  const lesson = await rounds.wishFor(armin, season.id, {
    ...group('Klasse 3b', { ageGroup: 'children', options: [evening(hall, { weekday: 1, fromTime: '10:00', toTime: '11:30' })] }),
    organisationId: school.id,
  });
  expect(lesson.body).toMatchObject({ organisation: 'Schule am See', state: 'submitted' });
  await rounds.act(anton, season.id, 'submit', [minis.id]);
  await rounds.act(alma, season.id, 'submit', [adults.id]);
  expect(faultOf(await rounds.go(season.id, 'planning'))).toEqual(['reason: Die Wunschfrist läuft noch. Bitte einen Grund nennen.']);
  await rounds.go(season.id, 'planning', { reason: 'Alle haben abgesendet' });

  const proposed = (await armin.post<SeasonPlan>(`/api/seasons/${season.id}/proposals`, {})).body;
  expect(proposed.versions).toMatchObject([{ name: 'Vorschlag 2', madeBy: 'search', grants: 2 }]);
  const adopted = (await armin.post<SeasonPlan>(`/api/seasons/${season.id}/plans/${proposed.versions[0]?.id}/adoption`, {})).body;
  expect(adopted.grants.map(({ groupName }) => groupName).toSorted()).toEqual(['Klasse 3b', 'Minis']);
  expect(adopted).toMatchObject({ improvements: 0, refusals: [{ groupName: 'Herren', missing: 1, options: [{ code: 'class' }] }] });
  expect((await rounds.plan(alma, season.id)).grants).toEqual([]);

  expect(faultOf(await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-11-25T20:00:00Z' }))).toHaveLength(1);
  expect((await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' })).status).toBe(200);
  const told = await rounds.server.latestMail(emailOf('admin', 'SCB'));
  expect(told).toContain('Herren');
  expect(told).toContain('Jugend vor Erwachsenen');
  expect(told).toContain('Noch frei:');
  expect(await rounds.server.latestMail('see@schule.test')).toContain('Montag 10:00–11:30');

  const objected = await alma.post<Objection>(`/api/seasons/${season.id}/objections`, {
    wishId: adults.id,
    text: 'Wir haben sonst keine Zeit.',
  });
  expect(faultOf(await rounds.go(season.id, 'publishing', { name: season.name }))).toEqual(['to: Ein Einwand ist noch nicht beantwortet.']);
  await armin.post(`/api/objections/${objected.body.id}/answer`, { state: 'rejected', answer: 'Jugend geht vor.' });
  expect(await rounds.server.latestMail(emailOf('admin', 'SCB'))).toContain('Zurückgewiesen: Jugend geht vor.');

  // Somebody else holds one of the Tuesdays already.
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
  expect(await rounds.server.sql('select id from booking_series where grant_id is not null')).toEqual([]);

  expect(faultOf(await rounds.go(season.id, 'publishing', { name: 'Winter' }))).toHaveLength(1);
  expect((await rounds.go(season.id, 'publishing', { name: season.name })).status).toBe(200);
  await rounds.publish();
  await rounds.publish();
  expect((await rounds.read(season.id)).phase).toBe('published');
  const series = await rounds.server.sql<{ title: string; holder: string; club: string; dates: number; skipped: { date: string }[] }>(
    `select s.title, s.holder, s.club, s.skipped, (select count(*)::int from booking b where b.series_id = s.id and b.state = 'approved') as dates
     from booking_series s where s.grant_id is not null order by s.title`,
  );
  expect(series.map(({ title, holder, club }) => [title, holder, club])).toEqual([
    ['Klasse 3b', 'Schule am See', 'GSV'],
    ['Minis', '', 'RWA'],
  ]);
  expect(series.reduce((sum, { dates: count }) => sum + count, 0)).toBe(dry.halls[0]?.dates);
  expect(series[1]?.skipped).toContainEqual({ date: '2027-01-12', reason: 'Belegt: GSV' });
  expect(await rounds.server.latestMail('see@schule.test')).toContain('Die Zeiten gelten vom 04.01.2027');
  expect(await overlaps(rounds.server)).toBe(0);
});

test('until the consultation a club learns nothing of others, afterwards the plan, but only its own refusals', async () => {
  const planned = await rounds.planned();
  const { season, minis, adults } = planned;
  ({ hall } = planned);
  await armin.post(`/api/seasons/${season.id}/proposals`, {});
  expect((await rounds.wishes(anton, season.id)).map(({ id }) => id)).toEqual([minis.id]);
  expect((await rounds.wishes(alma, season.id)).map(({ id }) => id)).toEqual([adults.id]);
  expect((await rounds.wishes(armin, season.id)).map(({ id }) => id).toSorted()).toEqual([minis.id, adults.id].toSorted());
  expect(await rounds.plan(anton, season.id)).toMatchObject({ id: null, grants: [], refusals: [], figures: [], versions: [] });
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
    expect((await rounds.server.visitor().send(method, url, body)).status).toBe(401);
  }
  expect((await (await rounds.server.signedIn('trainer', 'SCB')).get(`/api/seasons/${season.id}/wishes`)).status).toBe(403);

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
  expect(faultOf(await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' }))?.[0]).toContain(
    'Verbesserung möglich',
  );
  await armin.post(`/api/seasons/${season.id}/improvements`, {});
  expect((await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' })).status).toBe(200);
  const seen = await rounds.plan(anton, season.id);
  expect(seen.grants.map(({ organisation, groupName }) => [organisation, groupName]).toSorted()).toEqual([
    ['Rot-Weiß Auenfeld', 'Minis'],
    ['SC Blautal', null],
  ]);
  expect(seen).toMatchObject({ refusals: [], figures: [], versions: [] });
  expect((await rounds.server.database.read({ club: 'RWA' }, async (tx) => tx.select({ id: wish.id }).from(wish))).length).toBe(
    (await rounds.server.sql("select w.id from wish w join organisation o on o.id = w.organisation_id where o.club = 'RWA'")).length,
  );
});

test('running series become wishes to confirm; who is confirmed keeps the time, and publishing waits until all are decided', async () => {
  const own = await makeHall(rounds.server, 'GSV', { units: 1 });
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
  await rounds.go(season.id, 'open');
  const [copied] = await rounds.wishes(armin, season.id);
  // A club that wishes for the hall sees the current holder of the time, and no more than that.
  const held = { weekday: 2, startTime: '17:00', endTime: '18:30', unitIds: own.unitIds, holder: 'Schule am See' };
  expect((await rounds.read(season.id, alma)).facilities[0]?.held).toEqual([held]);
  expect(copied).toMatchObject({ groupName: 'Seniorensport', state: 'copied', isKept: true, organisation: 'Schule am See' });
  const rival = (
    await rounds.wishFor(alma, season.id, group('Herren', { options: [evening(hall, { facilityId: own.id })], participants: 30 }))
  ).body;
  await rounds.act(alma, season.id, 'submit', [rival.id]);
  await rounds.go(season.id, 'planning', { reason: 'Frist vorbei' });
  expect((await rounds.plan(armin, season.id)).grants).toEqual([]);
  const until = { objectionsUntil: '2026-12-10T20:00:00Z' };
  expect(faultOf(await rounds.go(season.id, 'consultation', until))?.[0]).toContain('weder bestätigt noch zurückgegeben');
  expect((await rounds.act(armin, season.id, 'confirm', [copied?.id ?? ''])).body.changed).toBe(1);
  const proposed = (await armin.post<SeasonPlan>(`/api/seasons/${season.id}/proposals`, {})).body;
  await armin.post(`/api/seasons/${season.id}/plans/${proposed.versions[0]?.id}/adoption`, {});
  await rounds.go(season.id, 'consultation', until);
  await rounds.go(season.id, 'publishing', { name: season.name });
  await rounds.publish();
  const ended = await rounds.server.sql('select ends_on::text from booking_series where facility_id = $1 and grant_id is null', [own.id]);
  expect(ended).toEqual([{ ends_on: '2027-01-03' }]);
  const twice = await rounds.server.sql(
    "select local_date from booking where facility_id = $1 and state = 'approved' group by local_date having count(*) > 1",
    [own.id],
  );
  expect(twice).toEqual([]);
});

test('only the board submits and orders, an editor writes drafts, and after the end nothing is changed any more', async () => {
  const season = await makeSeason();
  await rounds.go(season.id, 'open');
  const edda = await rounds.server.signedIn('editor');
  const [first, second] = [
    (await rounds.wishFor(edda, season.id, group('Eins'))).body,
    (await rounds.wishFor(edda, season.id, group('Zwei'))).body,
  ];
  expect((await rounds.act(edda, season.id, 'submit', [first.id])).status).toBe(403);
  const order = { organisationId: first.organisationId, wishIds: [second.id, first.id] };
  expect((await edda.post(`/api/seasons/${season.id}/wishes/order`, order)).status).toBe(403);
  expect((await anton.post<{ changed: number }>(`/api/seasons/${season.id}/wishes/order`, order)).body.changed).toBe(2);
  expect((await rounds.wishes(edda, season.id)).map(({ groupName }) => groupName)).toEqual(['Zwei', 'Eins']);
  expect(faultOf(await rounds.wishFor(edda, season.id, group('Drei', { options: [evening(hall, { toTime: '18:00' })] })))).toEqual([
    'options.0.toTime: Zwischen 17:00 und 18:00 Uhr passen keine 90 Minuten.',
  ]);
  await rounds.server.sql("update season set wishes_until = '2026-11-20T22:00:00Z' where id = $1", [season.id]);
  await rounds.server.outdate();
  expect((await rounds.wishFor(anton, season.id, group('Zu spät'))).body.code).toBe('wrong-state');
  expect((await rounds.act(anton, season.id, 'submit', [first.id])).body.code).toBe('wrong-state');
});

test('only what was played through is published: somebody who books meanwhile is seen first', async () => {
  const { season, hall: own } = await rounds.planned();
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' });
  const publish = (seen?: string) => rounds.go(season.id, 'publishing', { name: season.name, seen });
  expect(faultOf(await publish(''))).toEqual(['seen: Bitte die Veröffentlichung zuerst durchspielen.']);
  const { seen } = await rounds.playThrough(season.id);
  const place = { facilityId: own.id, unitIds: own.unitIds, date: '2027-01-12', startTime: '17:00', endTime: '18:00' };
  await armin.post('/api/bookings', { ...place, title: 'Turnier', kind: 'event' });
  expect(faultOf(await publish(seen))).toEqual(['seen: Seit dem Durchspielen hat sich etwas geändert. Bitte noch einmal ansehen.']);
  expect((await publish((await rounds.playThrough(season.id)).seen)).status).toBe(200);
  await rounds.publish();
  const told = await rounds.server.latestMail(emailOf('admin', 'RWA'));
  expect(told).toContain('Minis: Dienstag 17:00–18:30');
  expect(told).toContain('12.01.2027 (Belegt: GSV)');
});

test('an organisation without an address is named to the board; it is not dropped in silence', async () => {
  const mute = (await armin.post<Organisation>('/api/organisations', { name: 'Stummer Verein', kind: 'club', contacts: [] })).body;
  const season = await makeSeason();
  await rounds.go(season.id, 'open');
  const notices = (await armin.get<HolderNotice[]>(`/api/seasons/${season.id}/notices`)).body;
  expect(notices.filter(({ organisationId }) => organisationId === mute.id)).toMatchObject([{ recipient: '', delivery: 'unaddressed' }]);
  expect(notices.filter(({ organisationId }) => organisationId === school.id)).toMatchObject([{ recipient: 'see@schule.test' }]);
});

test('two rounds do not give the same hall for the same days', async () => {
  const { season: first, hall: shared } = await rounds.make();
  const facilities = [{ facilityId: shared.id, windows: [] }];
  const { season: second } = await rounds.make({ facilities });
  expect((await rounds.go(first.id, 'open')).status).toBe(200);
  expect(faultOf(await rounds.go(second.id, 'open'))?.[0]).toContain('Für diese Tage vergibt schon eine andere Saison');
  const { season: later } = await rounds.make({ facilities, startsOn: '2027-03-29', endsOn: '2027-06-30' });
  expect((await rounds.go(later.id, 'open')).status).toBe(200);
});
