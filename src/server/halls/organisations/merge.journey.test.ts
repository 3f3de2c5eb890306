import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MergedOrganisations, Organisation } from '#shared/halls/organisations.ts';
import type { OwnHours } from '#shared/halls/ownHours.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type TestServer } from '#test/harness.ts';
import { evening, group, Rounds, type Refusable } from '#test/seasons.ts';

let server: TestServer;
let rounds: Rounds;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  rounds = await Rounds.of(server);
});
afterAll(async () => {
  setClock();
  await server.close();
});

test('what stands twice is put together: hours, wishes and who speaks for it move, after a count, and links go on', async () => {
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
  const token = /\/organisation\/([\w-]+)/.exec(await server.latestMail('vera@vhs.test'))?.[1] ?? '';
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
  const counted = { bookings: 1, series: 0, wishes: 1, objections: 0, contacts: 2 };
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
  // The link that was sent to the one opens the other.
  const opened = (await server.visitor('GSV').get<OwnHours>(`/api/own-hours/${token}`)).body;
  expect([opened.organisation.name, opened.groups.map(({ title }) => title)]).toEqual(['Volkshochschule Probe', ['Pilates']]);
  expect(await server.sql("select holder from booking where title = 'Pilates'")).toEqual([{ holder: 'Volkshochschule Probe' }]);
});
