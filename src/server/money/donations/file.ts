import { germanDate, readDay } from '#shared/kernel/calendar.ts';
import { centsOf } from '#shared/kernel/money.ts';
import { bareHeading } from '#shared/money/bankText.ts';
import { donationInput } from '#shared/money/donations/contract.ts';
import { donationFileAtMostLines, type ImportedDonation } from '#shared/money/donations/importing.ts';
import { isClosed } from '#shared/money/books/rules.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { readCsv } from '#server/platform/formats/readCsv.ts';
import { refuseTooMany } from '#server/platform/formats/tooManyLines.ts';
import { today } from '#server/platform/process/clock.ts';

/** The headings of other lists for each column, without umlauts and punctuation. */
const columns = {
  name: ['name', 'spender', 'spenderin', 'zuwendender', 'firma'],
  firstname: ['vorname'],
  lastname: ['nachname'],
  address: ['anschrift', 'adresse'],
  street: ['strasse', 'strassehausnummer'],
  postcode: ['plz', 'postleitzahl'],
  town: ['ort', 'wohnort'],
  day: ['datum', 'tag', 'eingang', 'spendendatum', 'buchungstag'],
  cents: ['betrag', 'summe', 'spende'],
  kind: ['art', 'spendenart'],
  method: ['zahlungsart', 'zahlweg', 'bar'],
  note: ['notiz', 'zweck', 'verwendungszweck', 'bemerkung'],
} as const;
type Cells = { [column in keyof typeof columns]: string };

export type ReadDonation = Omit<ImportedDonation, 'result'>;

/** Reads a list of donations; throws a problem on the field `content` for anything else. `closed` is the last day of closed books. */
export function readDonations(bytes: Buffer, closed: string | null): ReadDonation[] {
  const { rows } = readCsv(bytes);
  const [headings = [], ...lines] = rows;
  const placeOf = (column: keyof Cells) => {
    const words: readonly string[] = columns[column];
    return headings.findIndex((heading) => words.includes(bareHeading(heading)));
  };
  if ((placeOf('name') < 0 && placeOf('lastname') < 0) || placeOf('cents') < 0 || placeOf('day') < 0)
    throw fieldProblem(
      'content',
      'Die erste Zeile nennt mindestens „Name“, „Datum“ und „Betrag“, dazu „Anschrift“ oder „Straße“, „PLZ“ und „Ort“.',
    );
  refuseTooMany(lines.length, { atMost: donationFileAtMostLines });
  return lines.map((cells, at) => lineOf(at + 2, (column) => (cells[placeOf(column)] ?? '').trim(), closed));
}

function lineOf(line: number, cell: (column: keyof Cells) => string, closed: string | null): ReadDonation {
  const donorName = cell('name') || [cell('firstname'), cell('lastname')].filter(Boolean).join(' ');
  const town = [cell('postcode'), cell('town')].filter(Boolean).join(' ');
  const donorAddress =
    cell('address')
      .split(/\s*[,|]\s*/)
      .join('\n') || [cell('street'), town].filter(Boolean).join('\n');
  const [cents, receivedOn] = [centsOf(cell('cents')), readDay(cell('day'))];
  const kind = /verzicht|aufwand/i.test(cell('kind')) ? ('waiver' as const) : ('money' as const);
  const inCash = kind === 'money' && /^(bar|ja|x|1)/i.test(cell('method'));
  const read = { donorName, donorAddress, kind, cents: cents ?? 0, receivedOn: receivedOn ?? today(), inCash, note: cell('note') };
  const refused = donationInput.safeParse(read).error?.issues[0]?.message;
  const message =
    (donorName === '' && 'Der Name fehlt.') ||
    (donorAddress === '' && 'Die Anschrift fehlt.') ||
    (cents === undefined && 'Bitte den Betrag wie 1.234,00.') ||
    (receivedOn === undefined && 'Bitte den Tag wie 31.12.2026.') ||
    (read.receivedOn > today() && 'Das liegt in der Zukunft.') ||
    (closed && isClosed(read.receivedOn, closed) && `Bis ${germanDate(closed)} sind die Bücher abgeschlossen.`) ||
    refused ||
    '';
  return { line, ...read, message };
}
