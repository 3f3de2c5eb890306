import { expect, test } from 'vitest';
import type { WishLine } from '#shared/halls/seasons/wishes.ts';
import type { Client } from '#test/harness.ts';
import { useRounds } from '#test/seasons.ts';

const rounds = useRounds();

const read = async (who: Client, id: string, text: string, isDryRun = false) =>
  (await who.post<{ rows: WishLine[] }>(`/api/seasons/${id}/wishes/import`, { text, isDryRun })).body;

test('a club takes its wishes from a table: the good lines are drafts, each other one says what is wrong with it', async () => {
  const { season } = await rounds.make();
  await rounds.go(season.id, 'open');
  const [{ name: hall = '' } = {}] = season.facilities;
  const table = [
    'Gruppe;Altersgruppe;Personen;Dauer;Wunschzeit 1;Wunschzeit 2',
    `Minis;Kinder;18;90;Di 16:00-18:00 ${hall};Donnerstag 16:00 bis 18:00`,
    'Herren;Greise;15;90;Mo 19:00-21:00;',
    'Damen;Erwachsene;viele;90;Mo 19:00-21:00;',
    'Alte Damen;Ältere;10;120;Mo 19:00-20:00;',
    'Judo;Jugend;10;90;Mo 19:00-21:00 Mondhalle;',
    'Karate;Jugend;10;90;irgendwann;',
    'minis;Kinder;18;90;Di 16:00-18:00;',
  ].join('\n');
  const checked = await read(rounds.anton, season.id, table, true);
  expect(checked.rows.map(({ line, result }) => [line, result])).toEqual([
    [2, 'new'],
    [3, 'refused'],
    [4, 'refused'],
    [5, 'refused'],
    [6, 'refused'],
    [7, 'refused'],
    [8, 'known'],
  ]);
  const messages = checked.rows.map(({ message }) => message);
  expect(messages[1]).toContain('Die Altersgruppe „Greise“ gibt es nicht.');
  expect(messages[2]).toContain('„Personen“ passt nicht');
  expect(messages[3]).toBe('Zwischen 19:00 und 20:00 Uhr passen keine 120 Minuten.');
  expect(messages[4]).toContain('„Mondhalle“ wird in der Saison nicht vergeben.');
  expect(messages[5]).toContain('„irgendwann“ ist keine Wunschzeit.');
  expect(await rounds.wishes(rounds.anton, season.id)).toEqual([]);

  await read(rounds.anton, season.id, table);
  const [minis, ...others] = await rounds.wishes(rounds.anton, season.id);
  expect(others).toEqual([]);
  expect(minis).toMatchObject({ groupName: 'Minis', ageGroup: 'children', participants: 18, state: 'draft' });
  expect(minis?.options).toMatchObject([
    { facilityId: season.facilities[0]?.facilityId, weekday: 2, fromTime: '16:00', toTime: '18:00' },
    { facilityId: null, weekday: 4 },
  ]);
  const saved = await rounds.anton.get(`/api/seasons/${season.id}/wishes/export`);
  expect(saved.text).toContain(`"Di 16:00-18:00 ${hall}"`);
  expect((await read(rounds.anton, season.id, saved.text)).rows).toMatchObject([{ result: 'known' }]);
});

test('the manager names the organisation in its column; its wishes are sent at once, and nobody reads in for another club', async () => {
  const { season } = await rounds.make();
  await rounds.go(season.id, 'open');
  await rounds.armin.post('/api/organisations', { name: 'Schule am Wald', kind: 'school', contacts: [] });
  const table = 'Organisation;Gruppe;Wunschzeit 1\nSchule am Wald;Klasse 1;Mo 08:00-10:00\nSC Blautal;Fremd;Mo 08:00-10:00';
  const { rows } = await read(rounds.armin, season.id, table);
  expect(rows).toMatchObject([{ result: 'new' }, { result: 'refused', message: expect.stringContaining('gibt es nicht ohne Konto') }]);
  expect(await rounds.wishes(rounds.armin, season.id)).toMatchObject([{ organisation: 'Schule am Wald', state: 'submitted' }]);
  expect(await rounds.wishes(rounds.alma, season.id)).toEqual([]);
});

test('the text under the allotments is changed in every phase, of two at once the second hears of the first', async () => {
  const { season } = await rounds.make();
  await rounds.go(season.id, 'open');
  const { version } = await rounds.read(season.id);
  const change = (instruction: string, by = rounds.armin) =>
    by.send('PUT', `/api/seasons/${season.id}/instruction`, { version, instruction });
  expect((await change('Widerspruch binnen eines Monats.')).status).toBe(200);
  expect((await change('Etwas anderes.')).status).toBe(409);
  expect((await change('Fremd.', rounds.anton)).status).toBe(403);
  expect((await rounds.read(season.id)).instruction).toBe('Widerspruch binnen eines Monats.');
});
