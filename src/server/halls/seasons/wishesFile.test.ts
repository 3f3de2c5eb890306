import { expect, test } from 'vitest';
import type { WishLine } from '#shared/halls/seasons/wishes.ts';
import type { Client } from '#test/harness.ts';
import { evening, group, useRounds } from '#test/seasons.ts';

const rounds = useRounds();

const read = async (who: Client, id: string, text: string, isDryRun = false) =>
  (await who.post<{ rows: WishLine[] }>(`/api/seasons/${id}/wishes/import`, { text, isDryRun })).body;

test('a club imports its wishes from a table: valid lines become drafts, invalid ones show their error', async () => {
  const { season } = await rounds.make();
  await rounds.go(season.id, 'open');
  const [{ name: hall = '' } = {}] = season.facilities;
  const table = [
    'Gruppe;Sportart;Altersgruppe;Personen;Dauer;Wunschzeit 1;Wunschzeit 2',
    `Minis;Handball;Kinder;18;90;Di 16:00-18:00 ${hall};Donnerstag 16:00 bis 18:00`,
    'Herren;Handball;Greise;15;90;Mo 19:00-21:00;',
    'Damen;Handball;Erwachsene;viele;90;Mo 19:00-21:00;',
    'Alte Damen;Handball;Ältere;10;120;Mo 19:00-20:00;',
    'Judo;Handball;Jugend;10;90;Mo 19:00-21:00 Mondhalle;',
    'Karate;Handball;Jugend;10;90;irgendwann;',
    'minis;Handball;Kinder;18;90;Di 16:00-18:00;',
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

test('the manager names the organisation in a column; its wishes are submitted at once, and nobody imports for another club', async () => {
  const { season } = await rounds.make();
  await rounds.go(season.id, 'open');
  await rounds.armin.post('/api/organisations', { name: 'Schule am Wald', kind: 'school', contacts: [] });
  const table =
    'Organisation;Gruppe;Sportart;Wunschzeit 1\nSchule am Wald;Klasse 1;Turnen;Mo 08:00-10:00\nSC Blautal;Fremd;Judo;Mo 08:00-10:00';
  const { rows } = await read(rounds.armin, season.id, table);
  expect(rows).toMatchObject([{ result: 'new' }, { result: 'refused', message: expect.stringContaining('gibt es nicht ohne Konto') }]);
  expect(await rounds.wishes(rounds.armin, season.id)).toMatchObject([{ organisation: 'Schule am Wald', state: 'submitted' }]);
  expect(await rounds.wishes(rounds.alma, season.id)).toEqual([]);
});

test('a day without hours means the usual ones of its class, a department gives its sport, and a purpose is exported and imported', async () => {
  const { season } = await rounds.make();
  await rounds.go(season.id, 'open');
  await rounds.anton.post('/api/departments', { name: 'Fechten R1', sport: 'Fechten' });
  const table = [
    'Gruppe;Abteilung;Sportart;Altersgruppe;Art;Wunschzeit 1',
    'Minis;;Handball;Kinder;;Di',
    'Sport-AG;;Turnen;Kinder;Schule;Montag',
    'Florett;fechten r1;;Erwachsene;training;Do',
    'Ohne;;;Erwachsene;;Mo 18:00-20:00',
    'Ball;;Tanz;Erwachsene;Ball;Mo 18:00-20:00',
  ].join('\n');
  const { rows } = await read(rounds.anton, season.id, table);
  expect(rows.map(({ result }) => result)).toEqual(['new', 'new', 'new', 'refused', 'refused']);
  expect(rows[3]?.message).toBe('„Sportart“ passt nicht: Bitte die Sportart nennen.');
  expect(rows[4]?.message).toContain('Die Art „Ball“ gibt es nicht.');
  const wishes = await rounds.wishes(rounds.anton, season.id);
  expect(wishes.map(({ sport, kind, options: [first] }) => [sport, kind, first?.weekday, first?.fromTime, first?.toTime])).toEqual([
    ['Handball', 'training', 2, '16:00', '18:00'],
    ['Turnen', 'school', 1, '08:00', '16:00'],
    ['Fechten', 'training', 4, '18:00', '22:00'],
  ]);
  expect((await rounds.anton.get(`/api/seasons/${season.id}/wishes/export`)).text).toContain('"Schule"');
});

test('the text under the allotments is changed in every phase, of two concurrent changes the second is refused', async () => {
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

test('a list of wishes is saved as it is shown: its columns and rows, as CSV or XLSX; the season’s shares likewise, in the chosen order', async () => {
  const { season, hall } = await rounds.make();
  await rounds.go(season.id, 'open');
  const { body: sent } = await rounds.wishFor(rounds.anton, season.id, group('Florett', [evening(hall)]));
  await rounds.wishFor(rounds.anton, season.id, group('Degen', [evening(hall, { weekday: 3 })]));
  await rounds.act(rounds.anton, season.id, 'submit', [sent.id]);
  const file = (query: string) => rounds.anton.get(`/api/seasons/${season.id}/wishes/export?${query}`);
  const lines = async (query: string) =>
    (await file(query)).text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .filter(Boolean);
  expect(await lines('columns=orderNo,group,state')).toEqual([
    '"Nr.";"Gruppe";"Stand"',
    '"1";"Florett";"abgesendet"',
    '"2";"Degen";"Entwurf"',
  ]);
  expect(await lines('columns=group&stand=waiting')).toEqual(['"Gruppe"', '"Degen"']);
  expect((await file('format=xlsx')).headers['content-type']).toContain('spreadsheetml');

  await rounds.go(season.id, 'planning', { reason: 'Probe' });
  await rounds.adopt(season.id, await rounds.propose(season.id));
  const shares = async (query: string) =>
    (await rounds.armin.get(`/api/seasons/${season.id}/plan/figures?${query}`)).text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .filter(Boolean);
  const [heading, ...rows] = await shares('columns=organisation,share&sort=share&descending=true');
  expect(heading).toBe('"Organisation";"Anteil in %"');
  expect(rows).toHaveLength(1);
  expect((await shares(''))[0]).toContain('"Anteil in %";"Davon Jugend"');
});
