import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { zipFile } from '#server/platform/formats/zip.ts';
import { today } from '#server/platform/process/clock.ts';
import { auditorFiles, type Asked } from './auditorFiles.ts';
import { dataIndex, dtdName } from './dataIndex.ts';
import { procedureOf } from './procedure.ts';

type Row = { [column: string]: string | number | null };
type Sums = { report: readonly Row[]; balances: readonly Row[] };

type Laid = { name: string; about: string; columns: string[]; rows: readonly Row[]; bytes: Uint8Array };

/** The table of contents for people. */
function contentsOf({ club, from, until }: Asked, files: readonly Laid[]): string {
  const lines = files.map(
    ({ name, about, rows }) => `${name} (${rows.length === 1 ? '1 Zeile' : `${rows.length} Zeilen`})\r\n    ${about}\r\n`,
  );
  return [
    `Kassenprüfung ${club}, ${germanDate(from)} bis ${germanDate(until)}, ausgegeben am ${germanDate(today())}\r\n`,
    'Textdateien mit Strichpunkt und Dezimalkomma (UTF-8). Was jede Spalte ist, steht in spalten.csv, die Prüfsummen in SHA256SUMS.\r\n',
    ...lines,
    `index.xml\r\n    Dieselbe Beschreibung für Prüfprogramme (GoBD, Z3); ${dtdName} bringt das Programm mit\r\n`,
    'VERFAHREN.txt\r\n    Wer buchen darf, was eingestellt ist und was immer gilt\r\n',
    'zuwendungsbestaetigungen/\r\n    Die ausgestellten Zuwendungsbestätigungen als PDF, auch ungültige\r\n',
  ].join('\r\n');
}

/** The stored sheets of a year's donation receipts. */
async function sheetsOf(tx: Transaction, club: ClubName, year: number): Promise<Laid[]> {
  const { rows } = await tx.execute<{ number: number; file: string }>(sql`
    select number, file from donation_receipt where club = ${club} and year = ${year} and file is not null order by number`);
  return rows.map(({ number, file }) => ({
    name: `zuwendungsbestaetigungen/${year}-${number}.pdf`,
    about: '',
    columns: [],
    rows: [],
    bytes: Buffer.from(file, 'base64'),
  }));
}

/** The archive for the auditors of a year: the files, the meaning of each column, and the SHA-256 of each file. */
export async function auditorsFile(tx: Transaction, year: number, asked: Asked, { report, balances }: Sums): Promise<File> {
  const files: Laid[] = [];
  const add = async (name: string, about: string, rows: readonly Row[], columns: string[]) => {
    const bytes = new Uint8Array(await csvFile(name, rows, columns).arrayBuffer());
    files.push({ name, about, columns, rows, bytes });
  };
  const aboutSums = 'Einnahmen und Ausgaben des Jahres nach Bereich und Quelle';
  await add('einnahmen_ausgaben.csv', aboutSums, report, ['Bereich', 'Quelle', 'Einnahmen in Euro', 'Ausgaben in Euro']);
  const lay = ['Anfang', 'Eingänge', 'Ausgänge', 'Ende'].map((column) => `${column} in Euro`);
  const aboutBalances = 'Was am Anfang und am Ende des Jahres auf jedem Konto und in der Kasse lag';
  await add('kontostaende.csv', aboutBalances, balances, ['Wo', ...lay]);
  for (const { name, about, query } of auditorFiles) {
    const { rows, fields } = await tx.execute<Row>(query(asked));
    await add(
      name,
      about,
      rows,
      fields.map((field) => field.name),
    );
  }
  const columns = files.flatMap(({ name, about, columns: of }) =>
    of.map((column) => ({ Datei: name, Spalte: column, 'Was die Datei enthält': about })),
  );
  await add('spalten.csv', 'Diese Liste', columns, ['Datei', 'Spalte', 'Was die Datei enthält']);
  const { displayName: clubName } = (await readClubs({ orm: tx }))[asked.club];
  const index = new TextEncoder().encode(dataIndex({ ...asked, clubName }, files));
  const contents = new TextEncoder().encode(contentsOf(asked, files));
  files.unshift({ name: 'INHALT.txt', about: 'Was in welcher Datei steht', columns: [], rows: [], bytes: contents });
  const procedure = new TextEncoder().encode(await procedureOf(tx, asked.club, clubName));
  files.push(
    { name: 'index.xml', about: '', columns: [], rows: [], bytes: index },
    { name: 'VERFAHREN.txt', about: '', columns: [], rows: [], bytes: procedure },
    ...(await sheetsOf(tx, asked.club, year)),
  );
  const sums = files.map(({ name, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}`);
  const entries = [...files, { name: 'SHA256SUMS', bytes: new TextEncoder().encode(`${sums.join('\n')}\n`) }];
  return zipFile(`kassenpruefung-${asked.club}-${year}.zip`, entries);
}
