import { bareHeading } from '#shared/money/bankText.ts';
import { openingsAtMostLines } from '#shared/money/openings/contract.ts';
import { readDay } from '#shared/kernel/calendar.ts';
import { centsOf } from '#shared/kernel/money.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { readCsv } from '#server/platform/formats/readCsv.ts';
import { refuseTooMany } from '#server/platform/formats/tooManyLines.ts';
import { today } from '#server/platform/process/clock.ts';

/** A line as far as it could be parsed. */
export type ReadOpening = { line: number; memberNo: string; label: string; dueOn: string; cents: number; fault: string };

/** The headings that other programs use for each column, without umlauts and punctuation. */
const columns = {
  memberNo: ['mitgliedsnummer', 'mitgliedsnr', 'mitgliednr', 'mitglnr', 'mglnr', 'nr', 'nummer'],
  label: ['zweck', 'verwendungszweck', 'text', 'bezeichnung', 'buchungstext'],
  dueOn: ['faellig', 'faelligam', 'faelligkeit', 'datum'],
  cents: ['offen', 'offenerbetrag', 'betrag', 'saldo', 'rest'],
} as const;

const atMostCents = 100_000_000;

/** Parses the balances of members; a file of another form is refused on the field `content`. */
export function readOpenings(bytes: Buffer): ReadOpening[] {
  const { rows } = readCsv(bytes);
  const [headings = [], ...lines] = rows;
  const placeOf = (name: keyof typeof columns) => {
    const words: readonly string[] = columns[name];
    return headings.findIndex((heading) => words.includes(bareHeading(heading)));
  };
  const [memberNo, label, dueOn, cents] = [placeOf('memberNo'), placeOf('label'), placeOf('dueOn'), placeOf('cents')];
  if (memberNo < 0 || cents < 0)
    throw fieldProblem('content', 'Die erste Zeile nennt mindestens „Mitgliedsnummer“ und „offen“, dazu „Zweck“ und „fällig“.');
  refuseTooMany(lines.length, { atMost: openingsAtMostLines });
  return lines.map((cells, at) =>
    lineOf(at + 2, {
      memberNo: cells[memberNo] ?? '',
      label: cells[label] ?? '',
      dueOn: cells[dueOn] ?? '',
      cents: cells[cents] ?? '',
    }),
  );
}

function lineOf(line: number, text: { [column in keyof typeof columns]: string }): ReadOpening {
  const [cents, dueOn] = [centsOf(text.cents), text.dueOn === '' ? today() : readDay(text.dueOn)];
  const fault =
    (text.memberNo === '' && 'Die Mitgliedsnummer fehlt.') ||
    (cents === undefined && 'Bitte den Betrag wie 1.234,00.') ||
    (cents === 0 && 'Hier ist nichts offen.') ||
    (cents !== undefined && Math.abs(cents) > atMostCents && 'Höchstens 1.000.000,00 €.') ||
    (dueOn === undefined && 'Bitte den Tag wie 31.12.2025.') ||
    '';
  const label = (text.label || 'Übertrag').slice(0, 120);
  return { line, memberNo: text.memberNo, label, dueOn: dueOn ?? today(), cents: cents ?? 0, fault };
}
