import { expect, test } from 'vitest';
import type { Organisation } from '#shared/halls/organisations.ts';
import type { OwnHours } from '#shared/halls/ownHours.ts';
import type { PlaceChoice } from '#shared/halls/seasons/plans.ts';
import { usualWindows } from '#shared/halls/seasons/seasonRules.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import type { Wish, WishLine } from '#shared/halls/seasons/wishes.ts';
import { makeHall } from '#test/halls.ts';
import { evening, faultOf, group, useRounds } from '#test/seasons.ts';

const rounds = useRounds();

/** An open season with a hall of three parts, on working days for schools and young people first, and closed on Sundays. */
async function open() {
  const hall = await makeHall(rounds.server, 'GSV', { units: 3 });
  const windows = usualWindows([1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '08:00', closes: '22:00' })));
  const { season } = await rounds.make({ facilities: [{ facilityId: hall.id, windows }] });
  await rounds.go(season.id, 'open');
  return { season, hall };
}

test('an option that no plan can meet is refused at its field, and a place for the same group that fits is taken', async () => {
  const { season, hall } = await open();
  const faults = async (more: object, option: object = {}) =>
    faultOf(await rounds.wishFor(rounds.anton, season.id, group('Herren', [evening(hall, option)], more)));
  const late = { fromTime: '18:00', toTime: '20:00' };
  expect(await faults({})).toEqual(['options.0.fromTime: Diese Halle ist 16:00–18:00 Uhr der Jugend vorbehalten.']);
  expect(await faults({}, { fromTime: '08:00', toTime: '10:00' })).toEqual([
    'options.0.fromTime: Diese Halle ist 08:00–16:00 Uhr den Schulen vorbehalten.',
  ]);
  expect(await faults({ parts: 4 }, late)).toEqual(['parts: So viele Teile hat keine Halle der Saison.']);
  expect(await faults({}, { ...late, weekday: 7 })).toEqual(['options.0.weekday: An diesem Tag wird diese Halle nicht vergeben.']);
  expect(await faults({}, { facilityId: null, weekday: 7 })).toEqual([
    'options.0.fromTime: Zu dieser Zeit wird an diese Gruppe keine Halle vergeben, die groß genug ist.',
  ]);
  expect(await faults({}, { fromTime: '21:00', toTime: '23:00' })).toEqual([
    'options.0.fromTime: Vergeben wird diese Halle 08:00–16:00, 16:00–18:00, 18:00–22:00 Uhr.',
  ]);
  expect(await faults({ ageGroup: 'youth' }, { fromTime: '16:30', toTime: '18:00' })).toBeUndefined();
  expect(await faults({ parts: 3 }, late)).toBeUndefined();
  // A table says the same of its line, of each time that does not fit.
  const text =
    'Gruppe;Sportart;Altersgruppe;Wunschzeit 1;Wunschzeit 2;Wunschzeit 3\nDamen;Handball;Erwachsene;Di 16:00-18:00;Mi 18:00-20:00;So 18:00-20:00';
  const { body } = await rounds.anton.post<{ rows: WishLine[] }>(`/api/seasons/${season.id}/wishes/import`, { text, isDryRun: true });
  const nowhere = 'Zu dieser Zeit wird an diese Gruppe keine Halle vergeben, die groß genug ist.';
  expect(body.rows).toMatchObject([{ result: 'refused', message: `Wunschzeit 1: ${nowhere} Wunschzeit 3: ${nowhere}` }]);
});

test('parts of a hall that are free at the same hour are one choice for a wish', async () => {
  const { season, hall } = await open();
  const late = { fromTime: '18:00', toTime: '20:00' };
  const { body: wish } = await rounds.wishFor(rounds.anton, season.id, group('Herren', [evening(hall, late)], { parts: 1 }));
  await rounds.act(rounds.anton, season.id, 'submit', [wish.id]);
  await rounds.go(season.id, 'planning', { reason: 'Probe' });
  const { body: places } = await rounds.armin.get<PlaceChoice[]>(`/api/seasons/${season.id}/wishes/${wish.id}/places`);
  const hours = places.map(({ weekday, startTime }) => `${weekday} ${startTime}`);
  expect(places.some(({ option }) => option === 0)).toBe(true);
  expect(hours).toEqual([...new Set(hours)]);
  expect(hours.length).toBeGreaterThan(20);
});

test('whatever a school calls its hour, it counts as a school: in the form, in the list, and for its hours in the morning', async () => {
  const { season, hall } = await open();
  const contacts = [{ name: 'Petra Pult', email: 'pult@schule.test', maySign: true }];
  const { body: school } = await rounds.armin.post<Organisation>('/api/organisations', { name: 'Frühschule', kind: 'school', contacts });
  await rounds.armin.post('/api/organisations/links', { ids: [school.id] });
  const token = /\/organisation\/([\w-]+)/.exec(await rounds.server.latestMail('pult@schule.test'))?.[1] ?? '';
  const visitor = rounds.server.visitor('GSV');
  expect((await visitor.get<OwnHours>(`/api/own-hours/${token}`)).body.organisation).toMatchObject({ fixedClass: 1 });
  const lesson = group('Klasse 3', [evening(hall, { fromTime: '08:00', toTime: '10:00' })], { kind: 'training', ageGroup: 'children' });
  const added = await visitor.post<Wish>(`/api/own-hours/${token}/seasons/${season.id}/wishes`, lesson);
  expect([added.status, added.body.fixedClass]).toEqual([200, 1]);
  expect(await rounds.wishes(rounds.armin, season.id)).toMatchObject([{ groupName: 'Klasse 3', fixedClass: 1 }]);
});

test('a season that was called off before it was opened is known to its manager only; one that was opened stays known to all', async () => {
  const known = async () => (await rounds.anton.get<Season[]>('/api/seasons')).body.map(({ id }) => id);
  const { season: quiet } = await rounds.make();
  expect((await rounds.go(quiet.id, 'cancelled', { reason: 'Nur eine Probe' })).status).toBe(200);
  expect((await rounds.anton.get(`/api/seasons/${quiet.id}`)).status).toBe(404);
  expect(await known()).not.toContain(quiet.id);
  expect((await rounds.armin.get(`/api/seasons/${quiet.id}`)).status).toBe(200);
  const { season: told } = await open();
  await rounds.go(told.id, 'cancelled', { reason: 'Die Halle wird gebaut' });
  expect((await rounds.anton.get(`/api/seasons/${told.id}`)).status).toBe(200);
  expect(await known()).toContain(told.id);
});

test('wishes end before the first day of their season: said at the field where it is set, and where the round is opened again', async () => {
  const message = 'Die Wünsche müssen vor dem ersten Tag der Saison enden.';
  const { season, hall } = await open();
  const { version, name, startsOn, endsOn, wishesFrom } = await rounds.read(season.id);
  const facilities = [{ facilityId: hall.id, windows: [] }];
  const change = { version, name, startsOn, endsOn, wishesFrom, wishesUntil: '2027-01-03T23:00:00Z', facilities };
  const late = await rounds.armin.send('PUT', `/api/seasons/${season.id}`, change);
  expect([late.status, late.body.fields]).toEqual([422, [{ path: 'wishesUntil', message }]]);
  await rounds.go(season.id, 'planning', { reason: 'Probe' });
  const again = (wishesUntil: string) => rounds.go(season.id, 'open', { reason: 'Eine Halle kam dazu', wishesUntil });
  const refused = await again('2027-01-04T20:00:00Z');
  expect([refused.status, refused.body.fields]).toEqual([422, [{ path: 'wishesUntil', message }]]);
  expect((await again('2027-01-03T20:00:00Z')).status).toBe(200);
});
