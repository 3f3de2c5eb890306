import { createHash } from 'node:crypto';
import { isDay, readDay } from '#shared/kernel/calendar.ts';
import { bareHeading } from '#shared/money/bankText.ts';
import { statementAtMostLines } from '#shared/money/bankLines.ts';
import { decodedText } from '#shared/kernel/formats/decodedText.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { readZip } from '#server/platform/formats/readZip.ts';
import { readCsv } from '#server/platform/formats/readCsv.ts';
import { refuseTooMany } from '#server/platform/formats/tooManyLines.ts';
import { today } from '#server/platform/process/clock.ts';
import { readCamt, type StatementBalance } from './camtFile.ts';

/** A line of a statement as far as it could be parsed; `fault` names the first error. */
export type StatementLine = {
  fingerprint: string;
  line: number;
  day: string | null;
  cents: number | null;
  name: string;
  purpose: string;
  endToEndId: string;
  mandateReference: string;
  /** The reference of the collection or payout file that the line settles as a whole. */ batchReference: string;
  /** The bank's reason code for returning a debit. */ returnCode: string | null;
  /** The bank's fee for the return. */ feeCents: number;
  /** The payer's account; never stored in full. */ iban: string;
  /** Its keyed hash, of a stored line. */ ibanHash?: string;
  /** The account of the club. */ accountId?: string | null;
  /** The club's own account on the other side. */ otherAccountId?: string | null;
  fault: string;
};

/** A line as parsed from its file. */
export type ReadLine = StatementLine & {
  /** The key that two equal payments of one day share; null if the bank numbers its bookings, which tells them apart. */
  sameAs: string | null;
};

type ReadFile = {
  lines: ReadLine[];
  format: string;
  /** The account of the statements, if the file names it. */ accounts: string[];
  warnings: string[];
  /** The balances stated by the bank, the earliest day first. */ balances: StatementBalance[];
};

/** What may precede the text of a file in any encoding: the byte order mark, the zeros of UTF-16, and white space. */
const beforeText: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0, ...Buffer.from(' \t\r\n')]);
/** The limits for unpacked bytes of an archive and for lines of XML. */
const unpackedAtMost = 40 * 1024 * 1024;
const camtAtMostLines = 20_000;

/** Fields that only XML provides. */
const noDetails = { mandateReference: '', batchReference: '', returnCode: null, feeCents: 0 };

/** The headings that banks use for each column, without umlauts and punctuation; the first one found in a file is used. */
const columns = {
  day: ['buchungstag', 'buchungsdatum', 'buchung', 'datum', 'valutadatum', 'valuta', 'wertstellung'],
  amount: ['betrag', 'betrageur', 'betragineur', 'betragineuro', 'umsatz', 'umsatzineur'],
  purpose: ['verwendungszweck', 'vwz', 'verwendungszweckzeile1', 'buchungstext'],
  name: [
    'beguenstigterzahlungspflichtiger',
    'namezahlungsbeteiligter',
    'zahlungspflichtiger',
    'zahlungspflichtigerzahlungsempfaengerin',
    'auftraggeberbeguenstigter',
    'auftraggeberempfaenger',
    'auftraggeber',
    'name',
  ],
  iban: ['kontonummeriban', 'ibanzahlungsbeteiligter', 'ibankontonummer', 'kontonummer', 'iban'],
  endToEndId: ['kundenreferenzendtoend', 'endtoendreferenz', 'endtoendid', 'kundenreferenz'],
  side: ['sollhaben', 'sh', 'sollhabenkennzeichen'],
  currency: ['waehrung', 'wkz'],
  info: ['info', 'umsatzstatus'],
} as const;
type Column = keyof typeof columns;

/** Parses a bank's file: camt as XML or several in a ZIP, or CSV. Anything else is refused on the field `content`. */
export function readStatement(bytes: Buffer): ReadFile {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return readArchive(bytes);
  return bytes.find((byte) => !beforeText.has(byte)) === '<'.charCodeAt(0)
    ? readXmlFiles([bytes])
    : { ...readTable(bytes), accounts: [], warnings: [], balances: [] };
}

/** Banks pack the statements of several days into one archive. */
function readArchive(bytes: Buffer): ReadFile {
  const files = readZip(bytes, { files: 200, bytes: unpackedAtMost });
  const statements = files?.filter(({ name }) => /\.(xml|camt)$/i.test(name)) ?? [];
  if (statements.length === 0 || files?.some(({ name }) => name === '[Content_Types].xml'))
    throw fieldProblem('content', 'Bitte als CSV oder camt (XML, auch als ZIP), nicht als Excel-Datei.');
  return readXmlFiles(statements.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((file) => file.bytes));
}

function readXmlFiles(files: readonly Buffer[]): ReadFile {
  const read = files.map((file) => {
    const camt = readCamt(xmlText(file));
    if (!camt)
      throw fieldProblem(
        'content',
        'Das ist kein vollständiger Kontoauszug im Format camt.053, camt.052 oder camt.054. Bitte bei der Bank noch einmal herunterladen.',
      );
    return camt;
  });
  const lines = read.flatMap((one) => one.lines);
  if (lines.length === 0) throw fieldProblem('content', 'In dieser Datei steht keine Buchung.');
  refuseTooMany(lines.length, { atMost: camtAtMostLines, name: 'Buchungen' });
  const seen = new Map<string, number>();
  return {
    format: [...new Set(read.map(({ format }) => format))].join(', '),
    accounts: [...new Set(read.flatMap(({ accounts }) => accounts))],
    warnings: [...new Set(read.flatMap(({ warnings }) => warnings))],
    balances: read
      .flatMap(({ balances }) => balances)
      .filter(({ day }) => isDay(day))
      .toSorted((a, b) => a.day.localeCompare(b.day)),
    lines: lines.map(({ isForeign, bankReference, ...line }, at) => {
      const same = bankReference
        ? `${bankReference} ${line.day}`
        : JSON.stringify([line.day, line.cents, line.iban, line.name, line.purpose, line.endToEndId]);
      const sameAs = bankReference ? null : same;
      const fault = isForeign ? 'Nur Euro: Dieser Betrag lautet auf eine andere Währung.' : faultOf(line, '', '');
      return { ...line, line: at + 1, fingerprint: nextFingerprint(same, seen), sameAs, fault };
    }),
  };
}

/** XML declares its encoding; without one it is recognised. */
function xmlText(bytes: Buffer): string {
  const encoding = /encoding\s*=\s*["']([\w-]+)["']/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]?.toLowerCase();
  const isWestern = encoding === 'iso-8859-1' || encoding === 'windows-1252';
  return isWestern ? new TextDecoder('windows-1252').decode(bytes) : decodedText(bytes).text;
}

/** Two payments of one day may be equal in all fields; the turn tells them apart. */
export function fingerprintOf(same: string, turn: number): string {
  return createHash('sha256').update(`${same}#${turn}`).digest('hex');
}

function nextFingerprint(same: string, seen: Map<string, number>): string {
  const turn = (seen.get(same) ?? 0) + 1;
  seen.set(same, turn);
  return fingerprintOf(same, turn);
}

/** Parses a bank's CSV; the headings may be in any line. */
function readTable(bytes: Buffer): { lines: ReadLine[]; format: string } {
  const { rows, format } = readCsv(bytes);
  const head = rows.findIndex((row) => placeOf(row, 'day') >= 0 && placeOf(row, 'amount') >= 0);
  const headings = rows[head];
  if (!headings) throw fieldProblem('content', 'Das ist kein Kontoauszug als CSV: Es fehlen die Spalten „Buchungstag“ und „Betrag“.');
  const body = rows.slice(head + 1);
  if (body.length === 0) throw fieldProblem('content', 'In dieser Datei steht keine Buchung.');
  refuseTooMany(body.length, { atMost: statementAtMostLines, name: 'Buchungen' });
  const places = Object.fromEntries(keysOf(columns).map((column) => [column, placeOf(headings, column)]));
  // Banks split long purposes over several columns.
  const purposes = headings.flatMap((heading, at) => (/^(verwendungszweck|vwz)/.test(bareHeading(heading)) ? at : []));
  const seen = new Map<string, number>();
  return {
    format,
    lines: body.map((row, at) => {
      const cell = (column: Column) => row[places[column] ?? -1] ?? '';
      const purpose =
        purposes.length > 0
          ? purposes
              .map((place) => row[place] ?? '')
              .join(' ')
              .trim()
          : cell('purpose');
      const read = { day: dayOf(cell('day')), cents: centsOf(cell('amount'), cell('side')), name: cell('name'), purpose };
      const same = JSON.stringify([
        read.day ?? cell('day'),
        read.cents ?? cell('amount'),
        cell('iban'),
        read.name,
        purpose,
        cell('endToEndId'),
      ]);
      const fingerprint = nextFingerprint(same, seen);
      const fault = faultOf(read, cell('currency'), cell('info'));
      return {
        ...read,
        fingerprint,
        sameAs: same,
        line: head + at + 2,
        endToEndId: cell('endToEndId'),
        iban: cell('iban'),
        ...noDetails,
        fault,
      };
    }),
  };
}

function faultOf({ day, cents }: { day: string | null; cents: number | null }, currency: string, info: string): string {
  if (!day) return 'Der Buchungstag ist nicht lesbar.';
  if (cents === null) return 'Der Betrag ist nicht lesbar.';
  if (currency !== '' && !/^(EUR|€)$/i.test(currency)) return `Nur Euro: Dieser Betrag lautet auf ${currency.slice(0, 10)}.`;
  if (/vorgemerkt/i.test(info)) return 'Nur vorgemerkt, noch nicht gebucht.';
  return day > today() ? 'Der Buchungstag liegt in der Zukunft.' : '';
}

function placeOf(row: readonly string[], column: Column): number {
  const words = row.map(bareHeading);
  return columns[column].map((word) => words.indexOf(word)).find((at) => at >= 0) ?? -1;
}

/** 02.11.2026, 02.11.26 or 2026-11-02, also followed by a time, as a day; null if it is no date. */
function dayOf(text: string): string | null {
  return readDay(text.replace(/^(\d{4}-\d\d-\d\d).*$/, '$1')) ?? null;
}

/** 1.234,56 or 1234.56, with its sign before or after it or as S and H in a separate column, in cents; null if it is no amount. */
function centsOf(text: string, side: string): number | null {
  const found = /^([+-]?)\s*(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2})|\.(\d{1,2}))?\s*(?:EUR|€)?\s*([+-]?)$/i.exec(
    text.replaceAll(/[\u2212\u2013]/g, '-'),
  );
  if (!found) return null;
  const [, before, whole = '', comma, point, behind] = found;
  const cents = Number(whole.replaceAll('.', '')) * 100 + Number((comma ?? point ?? '').padEnd(2, '0'));
  if (cents > 1_000_000_000) return null;
  return before === '-' || behind === '-' || /^s/i.test(side) ? 0 - cents : cents;
}
