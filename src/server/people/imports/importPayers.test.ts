import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MemberImportView } from '#shared/people/memberImport.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { today } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

type Checked = MemberImportView & {
  mandates: { count: number; incomplete: number };
  rows: { line: number; result: string; message: string }[];
};

const heading = 'Nachname;Vorname;Geburtsdatum;Eintritt;Mitgl.-Nr.;IBAN;Kto-Inhaber;Mandatsref.;SEPA-Mandat vom';
const ibans = ['DE02500105170137075030', 'AT026000000001349870', 'DE02100500000054540402', 'DE88100900001234567892'] as const;
const born = (years: number) => `01.02.${Number(today().slice(0, 4)) - years}`;
const signed = addDays(today(), -100).split('-').toReversed().join('.');

/** A file as Excel in Germany writes it. */
const upload = async (rows: readonly string[], more = '') => {
  const content = Buffer.from([`${heading}${more}`, ...rows].join('\r\n'), 'latin1').toString('base64');
  return (await anton.post<MemberImportView>('/api/members/imports', { fileName: 'familien.csv', content })).body;
};
const check = async ({ id, mapping }: MemberImportView) =>
  (await anton.send<Checked>('PUT', `/api/members/imports/${id}/mapping`, { mapping })).body;
const toldOf = ({ rows }: Checked) => rows.toSorted((one, other) => one.line - other.line).map(({ message }) => message);

async function take(rows: readonly string[], more = ''): Promise<Checked> {
  const file = await upload(rows, more);
  const checked = await check(file);
  await anton.post(`/api/members/imports/${file.id}/apply`, {});
  await expect
    .poll(async () => (await anton.get<MemberImportView>(`/api/members/imports/${file.id}`)).body.state, { timeout: 20_000 })
    .toBe('done');
  return checked;
}

const payersOf = (lastname: string) =>
  server.sql<{ name: string; payer: string | null }>(
    `select p.firstname as name, q.firstname || ' ' || q.lastname as payer from member m join person p on p.id = m.person_id
     left join person q on q.id = m.payer_person_id where p.lastname = $1 order by p.firstname`,
    [lastname],
  );
const mandatesOf = (lastname: string) =>
  server.sql<{ payer: string; whom: string | null; reference: string | null; holder: string; state: string }>(
    `select p.firstname as payer, (select firstname from person where id = s.for_person_id) as whom, reference, account_holder as holder, state
     from sepa_mandate s join person p on p.id = s.payer_person_id where s.origin = 'import' and p.lastname = $1 order by reference`,
    [lastname],
  );

test('a family with one paper has one payer and one mandate: the oldest adult, in whatever order the rows come', async () => {
  const row = (name: string, years: number, no: number) =>
    `Größmann;${name};${born(years)};01.01.2020;98100${no};${ibans[0]};;F-1;${signed}`;
  const rows = [row('Zoë', 7, 1), row('Jörg', 44, 2), row('Änne', 46, 3), row('Max', 11, 4)];
  const checked = await take(rows);
  expect(toldOf(checked)).toEqual([
    'Änne Größmann zahlt',
    'Änne Größmann zahlt',
    'zahlt auch für Zoë Größmann, Jörg Größmann und Max Größmann',
    'Änne Größmann zahlt',
  ]);
  expect(checked.mandates).toMatchObject({ count: 1, incomplete: 0 });
  expect(await mandatesOf('Größmann')).toEqual([{ payer: 'Änne', whom: null, reference: 'F-1', holder: 'Änne Größmann', state: 'active' }]);
  expect((await payersOf('Größmann')).map(({ name, payer }) => [name, payer])).toEqual([
    ['Änne', null],
    ['Jörg', 'Änne Größmann'],
    ['Max', 'Änne Größmann'],
    ['Zoë', 'Änne Größmann'],
  ]);
  // The same file again changes nothing, and a child that comes later is paid by the same person.
  const again = await check(await upload(rows));
  expect([again.mandates.count, ...again.rows.map(({ result }) => result)]).toEqual([
    0,
    'unchanged',
    'unchanged',
    'unchanged',
    'unchanged',
  ]);
  const late = await take([row('Mia', 1, 5)]);
  expect([late.mandates.count, toldOf(late)]).toEqual([0, ['Änne Größmann zahlt']]);
  expect((await payersOf('Größmann')).map(({ payer }) => payer)).toEqual([null, ...Array.from({ length: 4 }, () => 'Änne Größmann')]);
});

test('the holder pays where a row or a person of the club bears the name, however the bank spells it', async () => {
  const row = (name: string, years: number, no: number, holder: string, at: 1 | 2) =>
    `Müßiger;${name};${born(years)};01.01.2020;98200${no};${ibans[at]};${holder};H-${at};${signed}`;
  const checked = await take([
    row('Opa', 70, 1, 'MUESSIGER, UWE', 1),
    row('Uwe', 40, 2, 'MUESSIGER, UWE', 1),
    row('Kim', 9, 3, '', 1),
    // Two names are no person: the oldest adult of the paper pays.
    row('Lea', 8, 4, 'Ina und Udo Müßiger', 2),
    row('Udo', 41, 5, 'Ina und Udo Müßiger', 2),
    row('Ina', 43, 6, 'Ina und Udo Müßiger', 2),
  ]);
  expect(toldOf(checked)).toEqual([
    'Uwe Müßiger zahlt',
    'zahlt auch für Opa Müßiger und Kim Müßiger',
    'Uwe Müßiger zahlt',
    'Ina Müßiger zahlt',
    'Ina Müßiger zahlt',
    'zahlt auch für Lea Müßiger und Udo Müßiger',
  ]);
  expect(await mandatesOf('Müßiger')).toEqual([
    { payer: 'Uwe', whom: null, reference: 'H-1', holder: 'MUESSIGER, UWE', state: 'active' },
    { payer: 'Ina', whom: null, reference: 'H-2', holder: 'Ina und Udo Müßiger', state: 'active' },
  ]);
});

test('papers of one payer that differ are all kept and complete, one of them for all without their own', async () => {
  const row = (name: string, years: number, no: number, paper: string) =>
    `Papierne;${name};${born(years)};01.01.2020;98300${no};${ibans[3]};Papierne, Ole;${paper};${signed}`;
  const checked = await take([row('Ole', 40, 1, 'P-1'), row('Mia', 9, 2, 'P-2'), row('Tom', 6, 3, 'P-1')]);
  expect(toldOf(checked)).toEqual(['zahlt auch für Mia Papierne und Tom Papierne', 'Ole Papierne zahlt', 'Ole Papierne zahlt']);
  expect(checked.mandates).toMatchObject({ count: 2, incomplete: 0 });
  expect(await mandatesOf('Papierne')).toEqual([
    { payer: 'Ole', whom: null, reference: 'P-1', holder: 'Papierne, Ole', state: 'active' },
    { payer: 'Ole', whom: 'Mia', reference: 'P-2', holder: 'Papierne, Ole', state: 'active' },
  ]);
});

test('a holder in capitals, the last name first, becomes a person as names are written', async () => {
  const row = (name: string, years: number, no: number) =>
    `Kapital-Groß;${name};${born(years)};01.01.2020;98400${no};${ibans[2]};KAPITAL-GROSS JÜRGEN;K-${no};${signed}`;
  const checked = await take([row('Kim', 9, 1), row('Lea', 6, 2)]);
  expect(toldOf(checked)).toEqual(Array.from({ length: 2 }, () => 'Jürgen Kapital-Gross zahlt (Anschrift fehlt)'));
  expect((await payersOf('Kapital-Groß')).map(({ payer }) => payer)).toEqual(['Jürgen Kapital-Gross', 'Jürgen Kapital-Gross']);
});

test('a payer who is no member gets the address of the household; where it is not known, the dry run says so', async () => {
  const row = (name: string, no: number, holder: string, at: 1 | 2 | 3, address: string) =>
    `Haushalt;${name};${born(9)};01.01.2020;98500${no};${ibans[at]};${holder};A-${at};${signed};${address}`;
  const here = 'Am Bach;7;59999;Auenfeld';
  const checked = await take(
    [
      row('Ada', 1, 'Haushalt, Hanna', 1, here),
      row('Bo', 2, 'Haushalt, Hanna', 1, here),
      row('Cleo', 3, 'Fremd, Fritz', 2, here),
      row('Dan', 4, 'Haushalt, Paul', 3, here),
      row('Eva', 5, 'Haushalt, Paul', 3, 'Im Tal;1;59999;Auenfeld'),
    ],
    ';Straße;Hausnummer;PLZ;Ort',
  );
  expect(toldOf(checked)).toEqual([
    'Hanna Haushalt zahlt',
    'Hanna Haushalt zahlt',
    'Fritz Fremd zahlt (Anschrift fehlt)',
    'Paul Haushalt zahlt (Anschrift fehlt)',
    'Paul Haushalt zahlt (Anschrift fehlt)',
  ]);
  const people = await server.sql(
    "select firstname, street, house_no, postcode, city from person where firstname in ('Hanna', 'Fritz', 'Paul') and lastname in ('Haushalt', 'Fremd') order by 1",
  );
  expect(people).toEqual([
    { firstname: 'Fritz', street: null, house_no: null, postcode: null, city: null },
    { firstname: 'Hanna', street: 'Am Bach', house_no: '7', postcode: '59999', city: 'Auenfeld' },
    { firstname: 'Paul', street: null, house_no: null, postcode: null, city: null },
  ]);
});
