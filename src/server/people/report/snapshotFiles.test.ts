import { expect, test } from 'vitest';
import { hashOf, type ReportedMember } from './reported.ts';
import { writeReport, type FrozenReport } from './snapshotFiles.ts';

const turnen = { no: '0123', sport: '01' };
const handball = { no: '0045', sport: '' };
const rows: ReportedMember[] = [
  { memberId: 'a', birthYear: 1950, gender: 'o', isPassive: true, associations: [turnen] },
  { memberId: 'b', birthYear: 2010, gender: 'm', isPassive: false, associations: [handball, turnen] },
  { memberId: 'c', birthYear: 2010, gender: 'w', isPassive: false, associations: [turnen] },
  { memberId: null, birthYear: 2011, gender: 'd', isPassive: false, associations: [] },
];
const report: FrozenReport = {
  adapter: 'nrw',
  head: { clubName: 'Spiel & Sport <Auenfeld>', clubNumber: '012345', softwareKey: '', contactPerson: 'Erika Muster' },
  rows,
  madeAt: new Date('2027-01-04T08:30:00Z'),
  names: new Map([
    ['a', { lastname: 'Zander', firstname: 'Kim', birthDate: '1950-02-03' }],
    ['b', { lastname: 'Öztürk', firstname: 'Emre', birthDate: '2010-12-31' }],
    ['c', { lastname: 'Abel "Mia"', firstname: 'Mia', birthDate: '2010-01-01' }],
  ]),
};

test('DOSB XML: everybody once, then each federation; years ascending, zeros kept, text escaped', async () => {
  expect(await writeReport('dosb-xml', report).text()).toBe(`<?xml version="1.0" encoding="utf-8"?>
<Mitglieder>
<Software><Schluessel/></Software>
<Verein><Nummer>0000012345</Nummer><Bezeichnung>Spiel &amp; Sport &lt;Auenfeld&gt;</Bezeichnung><Ansprechpartner>Erika Muster</Ansprechpartner></Verein>
<Zahlen><Typ>A</Typ><Fachverband/><Jahrgang>1950</Jahrgang><AnzahlM>0</AnzahlM><AnzahlW>0</AnzahlW><AnzahlD>0</AnzahlD><AnzahlO>1</AnzahlO></Zahlen>
<Zahlen><Typ>A</Typ><Fachverband/><Jahrgang>2010</Jahrgang><AnzahlM>1</AnzahlM><AnzahlW>1</AnzahlW><AnzahlD>0</AnzahlD><AnzahlO>0</AnzahlO></Zahlen>
<Zahlen><Typ>A</Typ><Fachverband/><Jahrgang>2011</Jahrgang><AnzahlM>0</AnzahlM><AnzahlW>0</AnzahlW><AnzahlD>1</AnzahlD><AnzahlO>0</AnzahlO></Zahlen>
<Zahlen><Typ>B</Typ><Fachverband>0045</Fachverband><Jahrgang>2010</Jahrgang><AnzahlM>1</AnzahlM><AnzahlW>0</AnzahlW><AnzahlD>0</AnzahlD><AnzahlO>0</AnzahlO></Zahlen>
<Zahlen><Typ>B</Typ><Fachverband>0123</Fachverband><Jahrgang>1950</Jahrgang><AnzahlM>0</AnzahlM><AnzahlW>0</AnzahlW><AnzahlD>0</AnzahlD><AnzahlO>1</AnzahlO></Zahlen>
<Zahlen><Typ>B</Typ><Fachverband>0123</Fachverband><Jahrgang>2010</Jahrgang><AnzahlM>1</AnzahlM><AnzahlW>1</AnzahlW><AnzahlD>0</AnzahlD><AnzahlO>0</AnzahlO></Zahlen>
</Mitglieder>
`);
});

test('DOSB CSV: a line for each person and federation, by name; erased people have none', async () => {
  const lines = [
    '"Name";"Vorname";"Geschlecht";"Geburtsdatum";"Abteilungen"',
    '"Abel ""Mia""";"Mia";"W";"01.01.2010";"0123"',
    '"Öztürk";"Emre";"M";"31.12.2010";"0045"',
    '"Öztürk";"Emre";"M";"31.12.2010";"0123"',
    '"Zander";"Kim";"k";"03.02.1950";"0123"',
  ];
  expect(await writeReport('dosb-csv', report).text()).toBe(lines.map((line) => `${line}\r\n`).join(''));
  const ofLowerSaxony = await writeReport('dosb-csv', { ...report, adapter: 'ni' }).text();
  expect(ofLowerSaxony).toContain('"Zander";"Kim";"O";');
});

test('ja.dat: 86 characters per record, men and women only, created on freezing', async () => {
  const head = `012345    ${' '.repeat(16)}`;
  const made = '04.01.2027_09:30';
  const counts = (...numbers: number[]) => numbers.map((number) => String(number).padStart(8, '0')).join('');
  expect((await writeReport('ja', report).text()).split('\r\n')).toEqual([
    `${head}000000002010${counts(1, 0, 1, 0)}${made}`,
    `${head}004500002010${counts(1, 0, 0, 0)}${made}`,
    `${head}012300012010${counts(1, 0, 1, 0)}${made}`,
    '',
  ]);
});

test('the file of the BLSV has its own character set, and no semicolon in a name shifts a column', async () => {
  const names = new Map([['c', { lastname: 'Größ;mann', firstname: 'Łucja', birthDate: '2010-01-01' }]]);
  const bytes = await writeReport('blsv', { ...report, names }).bytes();
  expect(Buffer.from(bytes).toString('latin1')).toBe(
    'Titel;Name;Vorname;Namenszusatz;Geschlecht;Geburtsdatum;Spartenkennzeichen\r\n;Größ mann;?ucja;;w;01.01.2010;0123\r\n',
  );
});

test('the fingerprint covers the reported data: it is still valid after an erasure and invalid if a number changes', () => {
  const before = hashOf('2027-01-01', report.head, rows);
  const erased = rows.map((row) => ({ ...row, memberId: null }));
  expect(hashOf('2027-01-01', report.head, erased)).toBe(before);
  const changed = rows.map((row) => (row.memberId === 'a' ? { ...row, birthYear: 1951 } : row));
  expect(hashOf('2027-01-01', report.head, changed)).not.toBe(before);
});
