import Papa from 'papaparse';
import { readDay } from '#shared/kernel/calendar.ts';
import { refuseTooMany } from '#server/platform/formats/tooManyLines.ts';

type Range = { name: string; startsOn: string; endsOn: string };
type Result = Range & { line: number; result: 'new' | 'known' | 'refused'; message: string };

const linesAtMost = 200;

/** Parses lines "Name;from;to" (with or without a heading) and returns for each what importing it would do. */
export function parseHolidays(text: string, known: readonly Range[]): Result[] {
  const { data } = Papa.parse<string[]>(text.trim(), { delimiter: text.includes(';') ? ';' : ',', skipEmptyLines: true });
  const seen = [...known];
  refuseTooMany(data.length, { atMost: linesAtMost, path: 'text' });
  return data.flatMap((cells, index): Result[] => {
    const [name = '', from = '', to = from] = cells.map((cell) => cell.trim());
    const [startsOn, endsOn] = [dayOf(from), dayOf(to || from)];
    if (index === 0 && !startsOn && /name|ferien|von|beginn/i.test(cells.join(' ')) && !/\d/.test(cells.join(' '))) return [];
    const line = index + 1;
    const refuse = (message: string): Result[] => [{ line, name, startsOn: from, endsOn: to, result: 'refused', message }];
    if (name === '' || name.length > 120) return refuse('Es fehlt der Name der Ferien.');
    if (!startsOn || !endsOn) return refuse('Bitte zwei Tage wie 24.12.2028 angeben.');
    if (endsOn < startsOn) return refuse('Der letzte Tag liegt vor dem ersten.');
    const isKnown = seen.some((one) => one.name === name && one.startsOn === startsOn && one.endsOn === endsOn);
    seen.push({ name, startsOn, endsOn });
    return [{ line, name, startsOn, endsOn, result: isKnown ? 'known' : 'new', message: isKnown ? 'Steht schon im Kalender.' : '' }];
  });
}

/** A day from 1900 to 2199 in the notations of people or programs; undefined if there is no such day. */
function dayOf(text: string): string | undefined {
  const day = readDay(text);
  return day && /^(19|20|21)/.test(day) ? day : undefined;
}
