import { createHash } from 'node:crypto';
import { isDay } from '#shared/kernel/calendar.ts';
import { statementAtMostLines } from '#shared/money/bankStatements.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { readCsv } from '#server/platform/formats/readCsv.ts';
import { today } from '#server/platform/process/clock.ts';

/** A line of a statement as far as it can be read; `fault` says what cannot. */
export type StatementLine = {
  fingerprint: string;
  line: number;
  day: string | null;
  cents: number | null;
  name: string;
  purpose: string;
  endToEndId: string;
  /** Of who paid; never kept whole. */ iban: string;
  fault: string;
};

/** The words of banks for each column, without umlauts and signs; the first that a file has counts. */
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

/** Reads a bank's CSV, wherever in it the headings stand; what is none is refused on the field `content`. */
export function readStatement(bytes: Buffer): { lines: StatementLine[]; format: string } {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') throw fieldProblem('content', 'Bitte als CSV, nicht als Excel-Datei.');
  const { rows, format } = readCsv(bytes);
  const head = rows.findIndex((row) => placeOf(row, 'day') >= 0 && placeOf(row, 'amount') >= 0);
  const headings = rows[head];
  if (!headings) throw fieldProblem('content', 'Das ist kein Kontoauszug als CSV: Es fehlen die Spalten „Buchungstag“ und „Betrag“.');
  const body = rows.slice(head + 1);
  if (body.length === 0) throw fieldProblem('content', 'In dieser Datei steht keine Buchung.');
  if (body.length > statementAtMostLines)
    throw fieldProblem('content', `Höchstens ${statementAtMostLines.toLocaleString('de-DE')} Buchungen auf einmal.`);
  const places = Object.fromEntries(keysOf(columns).map((column) => [column, placeOf(headings, column)]));
  // Banks split long purposes over several columns.
  const purposes = headings.flatMap((heading, at) => (/^(verwendungszweck|vwz)/.test(bare(heading)) ? at : []));
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
      // Two payments of one day may be alike in everything; each counts, by its turn.
      const turn = (seen.get(same) ?? 0) + 1;
      seen.set(same, turn);
      const fingerprint = createHash('sha256').update(`${same}#${turn}`).digest('hex');
      const fault = faultOf(read, cell('currency'), cell('info'));
      return { ...read, fingerprint, line: head + at + 2, endToEndId: cell('endToEndId'), iban: cell('iban'), fault };
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
  const words = row.map(bare);
  return columns[column].map((word) => words.indexOf(word)).find((at) => at >= 0) ?? -1;
}

/** A heading without case, umlauts and signs: "Begünstigter/Zahlungspflichtiger" and "Beguenstigter/Zahlungspflichtiger" are one. */
function bare(heading: string): string {
  return withoutUmlauts(heading).replaceAll(/[^a-z0-9]/g, '');
}

/** A text in lower case, its umlauts written out as banks do. */
export function withoutUmlauts(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
}

/** 02.11.2026, 02.11.26 or 2026-11-02 as a day; null for what is none. */
function dayOf(text: string): string | null {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(text);
  const day = german ? `${german[3]?.padStart(4, '20')}-${german[2]?.padStart(2, '0')}-${german[1]?.padStart(2, '0')}` : text.slice(0, 10);
  return isDay(day) ? day : null;
}

/** 1.234,56 or 1234.56, with its sign before or behind or as S and H in a column of its own, in cents; null for what is none. */
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
