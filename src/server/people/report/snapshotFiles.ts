import { localOf } from '#shared/kernel/calendar.ts';
import { adapterOf, type ReportFormat } from '#shared/people/report/reportAdapters.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { escapeHtml } from '#server/platform/formats/escapeHtml.ts';
import { jaDat, type JaRecord } from './jaDat.ts';
import type { ReportedGender, ReportedMember, ReportHead } from './reported.ts';

/** The input of a report file. Names are not part of a snapshot and are read from the members. */
export type FrozenReport = {
  adapter: string;
  head: ReportHead;
  rows: readonly ReportedMember[];
  madeAt: Date;
  names: ReadonlyMap<string, ReportedName>;
};
export type ReportedName = { lastname: string; firstname: string; birthDate: string | null };

/** Writes a frozen report in a format; deterministic for the same snapshot. */
export function writeReport(format: ReportFormat, report: FrozenReport): File {
  return writers[format](report);
}

const writers: { readonly [format in ReportFormat]: (report: FrozenReport) => File } = {
  'dosb-xml': (report) => new File([dosbXml(report)], 'bestandserhebung.xml', { type: 'application/xml; charset=utf-8' }),
  'dosb-csv': (report) => new File([dosbCsv(report)], 'bestandserhebung-namen.csv', { type: 'text/csv; charset=utf-8' }),
  ja: (report) => new File([latin1(ja(report))], 'ja.dat', { type: 'text/plain; charset=iso-8859-1' }),
  blsv: (report) => new File([latin1(blsv(report))], 'blsv.csv', { type: 'text/csv; charset=iso-8859-1' }),
};

/** The club number for the DOSB: ten characters, zero-padded (as in DFBnet). */
const tenDigits = (clubNumber: string) => clubNumber.padStart(10, '0');

function dosbXml({ head, rows }: FrozenReport): string {
  const numbers = [
    ...numbersOf('A', '', rows),
    ...associationsOf(rows).flatMap((no) =>
      numbersOf(
        'B',
        no,
        rows.filter((row) => row.associations.some((of) => of.no === no)),
      ),
    ),
  ];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<Mitglieder>',
    `<Software>${tag('Schluessel', head.softwareKey)}</Software>`,
    `<Verein>${tag('Nummer', tenDigits(head.clubNumber))}${tag('Bezeichnung', head.clubName)}${tag('Ansprechpartner', head.contactPerson)}</Verein>`,
    ...numbers,
    '</Mitglieder>',
    '',
  ].join('\n');
}

/** Years ascending, without empty ones. */
function numbersOf(kind: 'A' | 'B', association: string, rows: readonly ReportedMember[]): string[] {
  return [...Map.groupBy(rows, ({ birthYear }) => birthYear)]
    .toSorted(([a], [b]) => a - b)
    .map(([year, ofYear]) => {
      const count = (gender: ReportedGender) => String(ofYear.filter((row) => row.gender === gender).length);
      const counts = `${tag('AnzahlM', count('m'))}${tag('AnzahlW', count('w'))}${tag('AnzahlD', count('d'))}${tag('AnzahlO', count('o'))}`;
      return `<Zahlen>${tag('Typ', kind)}${tag('Fachverband', association)}${tag('Jahrgang', String(year))}${counts}</Zahlen>`;
    });
}

function tag(name: string, text: string): string {
  return text === '' ? `<${name}/>` : `<${name}>${escapeHtml(text)}</${name}>`;
}

function associationsOf(rows: readonly ReportedMember[]): string[] {
  return [...new Set(rows.flatMap(({ associations }) => associations.map(({ no }) => no)))].toSorted();
}

/** One line per person and federation. Erased persons have no name and are omitted. */
function dosbCsv({ adapter, rows, names }: FrozenReport): string {
  const { notStated } = adapterOf(adapter);
  const letters = { m: 'M', w: 'W', d: 'D', o: notStated };
  const head = ['Name', 'Vorname', 'Geschlecht', 'Geburtsdatum', 'Abteilungen'];
  const lines = named(rows, names).flatMap(({ row, name }) =>
    numbersIn(row).map((no) => [name.lastname, name.firstname, letters[row.gender], germanDay(name.birthDate), no]),
  );
  return [head, ...lines].map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('');
}

/** The member file of the BLSV, which has no code for "not stated". */
function blsv({ rows, names }: FrozenReport): string {
  const letters = { m: 'm', w: 'w', d: 'd', o: '' };
  const lines = named(rows, names).flatMap(({ row, name }) =>
    numbersIn(row).map((no) => ['', name.lastname, name.firstname, '', letters[row.gender], germanDay(name.birthDate), no]),
  );
  const head = ['Titel', 'Name', 'Vorname', 'Namenszusatz', 'Geschlecht', 'Geburtsdatum', 'Spartenkennzeichen'];
  return [head, ...lines.map((cells) => cells.map((cell) => cell.replaceAll(/[;\r\n]/g, ' ')))]
    .map((cells) => `${cells.join(';')}\r\n`)
    .join('');
}

/** All members once (association 0000), then each federation and sport; the format does not support d and o. */
function ja({ head, rows, madeAt }: FrozenReport): string {
  const sports = new Map<string, ReportedMember[]>();
  for (const row of rows)
    for (const key of new Set(row.associations.map(({ no, sport }) => `${Number(no)}/${Number(sport)}`)))
      sports.set(key, [...(sports.get(key) ?? []), row]);
  const bySport = [...sports].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  const records = [
    ...recordsOf(0, 0, rows),
    ...bySport.flatMap(([key, some]) => {
      const [association = 0, sport = 0] = key.split('/').map(Number);
      return recordsOf(association, sport, some);
    }),
  ];
  const { date, time } = localOf(madeAt);
  return jaDat(head.clubNumber, records, `${germanDay(date)}_${time}`);
}

function recordsOf(association: number, sport: number, rows: readonly ReportedMember[]): JaRecord[] {
  const counted = rows.filter(({ gender }) => gender === 'm' || gender === 'w');
  return [...Map.groupBy(counted, ({ birthYear }) => birthYear)]
    .toSorted(([a], [b]) => a - b)
    .map(([birthYear, some]) => {
      const count = (gender: ReportedGender, isPassive: boolean) =>
        some.filter((row) => row.gender === gender && row.isPassive === isPassive).length;
      const men = { menActive: count('m', false), menPassive: count('m', true) };
      return { association, sport, birthYear, ...men, womenActive: count('w', false), womenPassive: count('w', true) };
    });
}

function named(rows: readonly ReportedMember[], names: ReadonlyMap<string, ReportedName>) {
  return rows
    .flatMap((row) => {
      const name = names.get(row.memberId ?? '');
      return name ? [{ row, name }] : [];
    })
    .toSorted((a, b) => compareNames(keyOf(a.name), keyOf(b.name)) || (a.row.memberId ?? '').localeCompare(b.row.memberId ?? ''));
}

function numbersIn({ associations }: ReportedMember): string[] {
  const numbers = [...new Set(associations.map(({ no }) => no))];
  return numbers.length > 0 ? numbers : [''];
}

function keyOf({ lastname, firstname, birthDate }: ReportedName): string {
  return `${lastname}\n${firstname}\n${birthDate ?? ''}`;
}

function germanDay(day: string | null): string {
  return (day ?? '').split('-').toReversed().join('.');
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(Array.from(text, (one) => (one <= 'ÿ' ? one : '?')).join(''), 'latin1'));
}
