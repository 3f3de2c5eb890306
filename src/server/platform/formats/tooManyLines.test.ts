import { expect, test } from 'vitest';
import { useRounds } from '#test/seasons.ts';
import { makeProduct } from '#test/stage/cards.ts';

const rounds = useRounds();

type Refused = { fields?: { path: string; message: string }[] };
const told = ({ status, body }: { status: number; body: Refused }) => [status, body.fields?.[0]?.path, body.fields?.[0]?.message];
const lines = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at)).join('\n');
const words = (most: string, all: string, excess: string, name = 'Zeilen') => [
  422,
  'text',
  `Höchstens ${most} ${name} auf einmal. Hier sind es ${all}, also ${excess} zu viel: Bitte in mehreren Teilen einlesen.`,
];

test('no table that is pasted in loses lines silently: too many are refused with their number, and nothing of them is kept', async () => {
  const { armin, anton } = rounds;
  const ask = async (path: string, body: object) => told(await armin.post<Refused>(`/api/${path}`, { ...body, isDryRun: false }));
  const organisations = lines(612, (at) => `Verein ${at};Verein`);
  expect(await ask('organisations/import', { text: organisations })).toEqual(words('500', '612', '112'));
  expect(await rounds.server.sql("select name from organisation where name like 'Verein 6%'")).toEqual([]);
  const holidays = lines(201, (at) => `Ferien ${at};01.07.2040;02.07.2040`);
  expect(await ask('calendar/rules/import', { text: holidays, source: 'BASS' })).toEqual(words('200', '201', '1'));
  const events = lines(1002, (at) => (at === 0 ? 'Titel;Datum' : `Spiel ${at};20.06.2040`));
  expect(await ask('events/import', { format: 'csv', text: events })).toEqual(words('1.000', '1.001', '1', 'Termine'));
  const { season } = await rounds.make();
  await rounds.go(season.id, 'open');
  const wishes = lines(502, (at) => (at === 0 ? 'Gruppe;Wunschzeit 1' : `Gruppe ${at};Di`));
  const asked = await anton.post<Refused>(`/api/seasons/${season.id}/wishes/import`, { text: wishes, isDryRun: false });
  expect(told(asked)).toEqual(words('500', '501', '1'));
  await makeProduct(anton, [], { title: 'Zehnerkarte' });
  const cards = { text: lines(501, (at) => `Karte ${at};Karla;;Zehnerkarte;6;31.12.2027`), isDryRun: true };
  expect(told(await anton.post<Refused>('/api/cards/import', cards))).toEqual(words('500', '501', '1'));
});
