import { expect, test } from 'vitest';
import type { MergedOrganisations, Organisation } from '#shared/halls/organisations.ts';
import type { OwnHours } from '#shared/halls/ownHours.ts';
import { evening, group, useRounds, type Refusable } from '#test/seasons.ts';

const rounds = useRounds();

test('duplicates are merged: hours, wishes and contacts move, after a count, and links keep working', async () => {
  const make = async (name: string, emails: string[]) =>
    (
      await rounds.armin.post<Organisation>('/api/organisations', {
        name,
        kind: 'adultEducation',
        contacts: emails.map((email) => ({ name: 'Vera Volk', email })),
      })
    ).body;
  const [twice, whole] = [
    await make('VHS Probe', ['vera@vhs.test', 'neu@vhs.test']),
    await make('Volkshochschule Probe', ['vera@vhs.test']),
  ];
  await rounds.armin.post('/api/organisations/links', { ids: [twice.id] });
  const token = /\/organisation\/([\w-]+)/.exec(await rounds.server.latestMail('vera@vhs.test'))?.[1] ?? '';
  const { season, hall } = await rounds.make();
  await rounds.go(season.id, 'open');
  const wishOf = (organisationId: string, name: string) =>
    rounds.wishFor(rounds.armin, season.id, { ...group(name, [evening(hall)]), organisationId });
  await wishOf(whole.id, 'Yoga');
  await wishOf(twice.id, 'Rückenfit');
  const hour = { facilityId: hall.id, unitIds: hall.unitIds, title: 'Pilates', kind: 'training', startTime: '10:00', endTime: '11:00' };
  await rounds.armin.post('/api/bookings', { ...hour, date: '2026-12-01', organisationId: twice.id });

  const merge = (more: object, client = rounds.armin): Promise<Refusable<MergedOrganisations>> =>
    client.post(`/api/organisations/${twice.id}/merger`, { version: twice.version, intoId: whole.id, isDryRun: false, ...more });
  expect((await merge({}, rounds.anton)).status).toBe(404);
  expect((await merge({ version: 7 })).status).toBe(409);
  expect((await merge({ intoId: twice.id })).body.code).toBe('wrong-state');
  const clubs = (await rounds.armin.get<Organisation[]>('/api/organisations')).body.find(({ club }) => club === 'RWA');
  expect((await merge({ intoId: clubs?.id })).body.code).toBe('wrong-state');
  const counted = { bookings: 1, series: 0, wishes: 1, objections: 0, contacts: 2, charges: 0, payments: 0 };
  expect((await merge({ isDryRun: true })).body).toEqual(counted);
  expect((await merge({})).body).toEqual(counted);

  const after = (await rounds.armin.get<Organisation[]>('/api/organisations')).body.filter(({ name }) => name.endsWith('Probe'));
  expect(after.map(({ name, contacts }) => [name, contacts.map(({ email }) => email).toSorted()])).toEqual([
    ['Volkshochschule Probe', ['neu@vhs.test', 'vera@vhs.test']],
  ]);
  const wishes = (await rounds.wishes(rounds.armin, season.id)).map(({ organisation, orderNo, groupName }) => [
    organisation,
    orderNo,
    groupName,
  ]);
  expect(wishes).toEqual([
    ['Volkshochschule Probe', 1, 'Yoga'],
    ['Volkshochschule Probe', 2, 'Rückenfit'],
  ]);
  // The link sent to one organisation opens the other.
  const opened = (await rounds.server.visitor('GSV').get<OwnHours>(`/api/own-hours/${token}`)).body;
  expect([opened.organisation.name, opened.groups.map(({ title }) => title)]).toEqual(['Volkshochschule Probe', ['Pilates']]);
  expect(await rounds.server.sql("select holder from booking where title = 'Pilates'")).toEqual([{ holder: 'Volkshochschule Probe' }]);
});

test('the directory shows hours and wishes of each organisation, also as a file; archiving during a season withdraws its wishes', async () => {
  const { armin } = rounds;
  const make = async (name: string) =>
    (
      await armin.post<Organisation>('/api/organisations', {
        name,
        kind: 'school',
        contacts: [{ name: 'Sina See', email: 'see@schule.test' }],
      })
    ).body;
  const [busy, quiet] = [await make('Schule am See'), await make('Schule am Wald')];
  const { season, hall } = await rounds.make({ startsOn: '2027-07-05', endsOn: '2027-09-26' });
  const weekly = { facilityId: hall.id, unitIds: hall.unitIds, title: 'Sport', kind: 'school', weekday: 1, holidayMode: 'keep' };
  const days = { startsOn: '2026-12-07', endsOn: '2026-12-21', startTime: '10:00', endTime: '11:30' };
  expect((await armin.post('/api/bookings/series', { ...weekly, ...days, organisationId: busy.id })).status).toBe(200);
  expect((await armin.post('/api/bookings/series', { ...weekly, ...days, weekday: 2, intervalWeeks: 2 })).status).toBe(200);
  await rounds.go(season.id, 'open');
  const asked = await rounds.wishFor(armin, season.id, { ...group('Klasse 3', [evening(hall)]), organisationId: quiet.id });
  const all = async () => (await armin.get<Organisation[]>('/api/organisations')).body;
  const figuresAt = async (id: string | undefined) => {
    const one = (await all()).find((row) => row.id === id);
    return one && [one.coming, one.series, one.weeklyMinutes, one.wishes, one.granted];
  };
  // A wish for a continuing series is a wish of its own from now on.
  expect(await figuresAt(busy.id)).toEqual([3, 1, 90, 1, 0]);
  expect(await figuresAt(quiet.id)).toEqual([0, 0, 0, 1, 0]);
  const own = (await all()).find(({ club }) => club === 'GSV');
  expect([own?.coming, own?.series, own?.weeklyMinutes]).toEqual([1, 1, 45]);
  const file = (await armin.get('/api/organisations/export?kind=school')).text;
  // The export contains phone numbers of contacts, so the download is logged.
  expect(await rounds.server.sql('select content from audit order by id desc limit 1')).toEqual([
    { content: expect.stringMatching(/^Organisationen exportiert \(\d+\)$/) },
  ]);
  expect(file).toContain('"Schule am See";"Schule";"Sina See";"see@schule.test";"";"1";"1,5";"3";"1";"0";');
  expect(file).not.toContain('Gemeindesportverband');
  const shown = (await armin.get('/api/organisations/export?kind=school&columns=weekly,name')).text;
  expect(shown.trim().split('\r\n')[0]).toBe('"Stunden je Woche";"Name"');
  expect((await rounds.anton.get('/api/organisations/export?club=GSV')).status).toBe(404);

  const archive = ({ id, version }: Organisation): Promise<Refusable<Organisation>> =>
    armin.post(`/api/organisations/${id}/archiving`, { version });
  expect((await archive(busy)).body.code).toBe('organisation-in-use');
  expect((await archive(quiet)).body).toMatchObject({ wishes: 0 });
  expect((await rounds.wishes(armin, season.id)).find(({ id }) => id === asked.body.id)?.state).toBe('withdrawn');
});
