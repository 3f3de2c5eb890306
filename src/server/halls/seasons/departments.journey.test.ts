import { expect, test } from 'vitest';
import type { BookingView } from '#shared/halls/bookings.ts';
import type { WishLine } from '#shared/halls/seasons/wishes.ts';
import { makeHall } from '#test/halls.ts';
import { evening, faultOf, group, useRounds } from '#test/seasons.ts';

const rounds = useRounds();

async function makeDepartment(club: string, name: string, endedOn?: string): Promise<string> {
  const [row] = await rounds.server.sql<{ id: string }>(
    'insert into department (id, club, name, ended_on) values (gen_random_uuid(), $1, $2, $3) returning id',
    [club, name, endedOn ?? null],
  );
  return row?.id ?? '';
}

const weekOf = async (department: string) =>
  (await rounds.anton.get<BookingView[]>(`/api/bookings/mine?from=2027-01-11&to=2027-01-17&department=${department}`)).body;

test('the department of a wish is visible to its club and the manager, and is set on its bookings once the season is published', async () => {
  const { season, hall } = await rounds.make();
  const [handball, yoga] = [await makeDepartment('RWA', 'Handball R1'), await makeDepartment('RWA', 'Yoga R1')];
  const [foreign, ended] = [await makeDepartment('SCB', 'Handball S1'), await makeDepartment('RWA', 'Ringen R1', '2026-01-31')];
  await rounds.go(season.id, 'open');
  const wish = (departmentId: string) => rounds.wishFor(rounds.anton, season.id, group('Minis', [evening(hall)], { departmentId }));
  expect(faultOf(await wish(foreign))).toEqual(['departmentId: Diese Abteilung gibt es im Verein nicht.']);
  expect(faultOf(await wish(ended))).toEqual(['departmentId: Die Abteilung „Ringen R1“ ist beendet.']);
  const minis = (await wish(handball)).body;
  expect(minis).toMatchObject({ departmentId: handball, department: 'Handball R1' });
  const school = (await rounds.armin.post<{ id: string }>('/api/organisations', { name: 'Schule R1', kind: 'school', contacts: [] })).body;
  const lesson = group('Klasse 1', [evening(hall)], { organisationId: school.id, departmentId: handball });
  expect(faultOf(await rounds.wishFor(rounds.armin, season.id, lesson))).toHaveLength(1);

  const file = (await rounds.anton.get(`/api/seasons/${season.id}/wishes/export`)).text;
  expect(file).toContain('"Handball R1"');
  const table = 'Gruppe;Abteilung;Sportart;Wunschzeit 1\nStunde;yoga r1;Yoga;Mo 18:00-20:00\nFalsch;Mondflug;Flug;Mo 18:00-20:00';
  const { rows } = (
    await rounds.anton.post<{ rows: WishLine[] }>(`/api/seasons/${season.id}/wishes/import`, { text: table, isDryRun: false })
  ).body;
  expect(rows.map(({ result, message }) => [result, message.slice(0, 36)])).toEqual([
    ['new', ''],
    ['refused', 'Die Abteilung „Mondflug“ gibt es nic'],
  ]);
  expect((await rounds.wishes(rounds.armin, season.id)).map(({ department }) => department)).toEqual(['Handball R1', 'Yoga R1']);
  const removed = await rounds.anton.send('DELETE', `/api/departments/${yoga}`);
  expect([removed.status, removed.text]).toEqual([409, expect.stringContaining('Hallenw')]);

  await rounds.act(rounds.anton, season.id, 'submit', [minis.id]);
  await rounds.go(season.id, 'planning', { reason: 'Alle haben abgesendet' });
  await rounds.adopt(season.id, await rounds.propose(season.id));
  await rounds.go(season.id, 'consultation', { objectionsUntil: '2026-12-10T20:00:00Z' });
  await rounds.go(season.id, 'publishing', { name: season.name });
  await rounds.publish();
  expect(await weekOf(handball)).toMatchObject([{ title: 'Minis', departmentId: handball }]);
  expect(await weekOf(yoga)).toEqual([]);
  const saved = (await rounds.anton.get('/api/bookings/mine/export?from=2027-01-11&to=2027-01-17')).text;
  expect(saved).toContain('"Handball R1"');
});

test('a booking and its series name a department of their club; another club does not see it, and a change keeps one that has ended', async () => {
  const hall = await makeHall(rounds.server, 'GSV', { needs_approval: false });
  const [judo, foreign] = [await makeDepartment('RWA', 'Judo R2'), await makeDepartment('SCB', 'Judo S2')];
  const place = { title: 'Judo', kind: 'training', facilityId: hall.id, unitIds: hall.unitIds, startTime: '18:00', endTime: '19:00' };
  const series = { ...place, weekday: 2, startsOn: '2027-02-02', endsOn: '2027-02-16' };
  for (const path of ['/api/bookings', '/api/bookings/series']) {
    const values = path.endsWith('series') ? series : { ...place, date: '2027-02-03' };
    expect((await rounds.anton.post(path, { ...values, departmentId: foreign })).body.fields).toMatchObject([{ path: 'departmentId' }]);
    expect((await rounds.anton.post(path, { ...values, departmentId: judo })).status).toBe(200);
  }
  const plan = async (who = rounds.anton) =>
    (await who.get<{ bookings: BookingView[] }>(`/api/bookings/plan?from=2027-02-01&to=2027-02-28&facility=${hall.id}`)).body.bookings;
  expect((await plan()).map(({ departmentId }) => departmentId)).toEqual([judo, judo, judo, judo]);
  expect((await plan(rounds.alma)).map(({ departmentId }) => departmentId)).toEqual([null, null, null, null]);

  await rounds.server.sql("update department set ended_on = '2026-01-31' where id = $1", [judo]);
  const [first] = await plan();
  const { id, version, unitIds } = first ?? { id: '', version: 0, unitIds: [] };
  const change = {
    title: 'Judo',
    kind: 'training',
    unitIds,
    startTime: '18:30',
    endTime: '19:30',
    date: first?.date,
    scope: 'all',
    version,
  };
  expect((await rounds.anton.send('PUT', `/api/bookings/${id}`, { ...change, departmentId: judo })).status).toBe(200);
  expect((await plan()).map(({ departmentId }) => departmentId)).toEqual([judo, judo, judo, judo]);
});
