import { isDay } from '#shared/kernel/calendar.ts';
import { bareHeading } from '#shared/money/bankText.ts';
import { openingsAtMostLines } from '#shared/money/openings/contract.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { readCsv } from '#server/platform/formats/readCsv.ts';
import { today } from '#server/platform/process/clock.ts';

/** A line as far as it can be read. */
export type ReadOpening = { line: number; memberNo: string; label: string; dueOn: string; cents: number; fault: string };

/** The headings of other programs for each column, without umlauts and signs. */
const columns = {
  memberNo: ['mitgliedsnummer', 'mitgliedsnr', 'mitgliednr', 'mitglnr', 'mglnr', 'nr', 'nummer'],
  label: ['zweck', 'verwendungszweck', 'text', 'bezeichnung', 'buchungstext'],
  dueOn: ['faellig', 'faelligam', 'faelligkeit', 'datum'],
  cents: ['offen', 'offenerbetrag', 'betrag', 'saldo', 'rest'],
} as const;

const atMostCents = 100_000_000;

/** Reads what members owed before; what is no such file is refused on the field `content`. */
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
  if (lines.length > openingsAtMostLines)
    throw fieldProblem('content', `Höchstens ${openingsAtMostLines.toLocaleString('de-DE')} Zeilen auf einmal.`);
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
  const [cents, dueOn] = [centsOf(text.cents), text.dueOn === '' ? today() : dayOf(text.dueOn)];
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

/** An amount as people write it in German, or as programs do with two decimals; 1.234 alone may be either. */
function centsOf(text: string): number | undefined {
  const bare = text.replaceAll(/[\s€]/g, '');
  const german = /^(-?)(\d{1,3}(?:\.\d{3})+|\d{1,9})(?:,(\d{1,2}))?$/.exec(bare);
  const plain = /^(-?)(\d{1,9})\.(\d{2})$/.exec(bare);
  const found = plain ?? german;
  if (!found || (found === german && found[2]?.includes('.') && found[3] === undefined)) return undefined;
  const cents = Number(found[2]?.replaceAll('.', '')) * 100 + Number((found[3] ?? '').padEnd(2, '0'));
  return found[1] ? 0 - cents : cents;
}

function dayOf(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return isDay(iso) ? iso : undefined;
}
