import { createHash } from 'node:crypto';
import Papa from 'papaparse';
import { addDays, instantOf, readDay, readTime } from '#shared/kernel/calendar.ts';
import type { EventKind } from '#shared/events/eventKinds.ts';
import { refuseTooMany } from '#server/platform/formats/tooManyLines.ts';

/** An event parsed from a file, ready to be stored. */
type ImportedEvent = {
  title: string;
  kind: EventKind;
  startsAt: Date;
  endsAt: Date;
  isAllDay: boolean;
  place: string;
  description: string;
  importKey: string;
};
export type ImportedRow = { line: number; title: string; event?: ImportedEvent; message: string };

const atMost = 1000;

/** Parses the events of an .ics or CSV file. An unreadable row carries its error and does not affect the others. */
export async function importedEvents(format: 'ics' | 'csv', text: string): Promise<ImportedRow[]> {
  const rows = format === 'ics' ? await readIcs(text) : readCsv(text);
  refuseTooMany(rows.length, { atMost, path: 'text', name: 'Termine' });
  return rows;
}

async function readIcs(text: string): Promise<ImportedRow[]> {
  const { default: ICAL } = await import('ical.js');
  let calendar: InstanceType<typeof ICAL.Component>;
  try {
    calendar = new ICAL.Component(ICAL.parse(text));
  } catch {
    return [{ line: 1, title: '', message: 'Das ist keine Kalenderdatei (.ics).' }];
  }
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((component, index): ImportedRow => {
    const line = index + 1;
    const one = new ICAL.Event(component);
    const title = String(one.summary ?? '')
      .trim()
      .slice(0, 120);
    if (title === '') return { line, title, message: 'Dem Termin fehlt ein Titel.' };
    if (one.isRecurring()) return { line, title, message: 'Serien bitte als einzelne Termine ausgeben lassen.' };
    if (!one.startDate) return { line, title, message: 'Dem Termin fehlt der Beginn.' };
    const isAllDay = one.startDate.isDate;
    const startsAt = isAllDay ? instantOf(one.startDate.toString(), '00:00') : inBerlin(one.startDate);
    const endsAt = isAllDay
      ? instantOf(one.endDate?.toString() ?? addDays(one.startDate.toString(), 1), '00:00')
      : inBerlin(one.endDate ?? one.startDate);
    if (endsAt <= startsAt) return { line, title, message: 'Das Ende muss nach dem Beginn liegen.' };
    const importKey = `ics:${one.uid || hashOf(title, startsAt)}`.slice(0, 300);
    const place = String(one.location ?? '').slice(0, 160);
    return {
      line,
      title,
      message: '',
      event: {
        title,
        kind: 'other',
        startsAt,
        endsAt,
        isAllDay,
        place,
        description: String(one.description ?? '').slice(0, 4000),
        importKey,
      },
    };
  });
}

type IcalTime = { zone: { tzid?: string } | null; toJSDate(): Date; toString(): string };

/** A time without a zone is interpreted in Europe/Berlin. */
function inBerlin(time: IcalTime): Date {
  const isFloating = !time.zone?.tzid || time.zone.tzid === 'floating';
  const text = time.toString();
  return isFloating ? instantOf(text.slice(0, 10), text.slice(11, 16)) : time.toJSDate();
}

const headings: { readonly [field: string]: RegExp } = {
  title: /^(titel|bezeichnung|veranstaltung|name|termin)$/i,
  date: /^(datum|tag|spieldatum)$/i,
  start: /^(von|beginn|uhrzeit|anstoß|anstoss|start)$/i,
  end: /^(bis|ende)$/i,
  place: /^(ort|spielstätte|spielstaette|halle|platz)$/i,
  home: /^heim(mannschaft)?$/i,
  guest: /^gast(mannschaft)?$/i,
  description: /^(beschreibung|bemerkung|info)$/i,
};

/** Rows of a CSV with German headings; match schedules with columns "Heim" and "Gast" are supported. */
function readCsv(text: string): ImportedRow[] {
  const delimiter = (text.split('\n')[0] ?? '').includes(';') ? ';' : ',';
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').trim(), { delimiter, skipEmptyLines: true });
  const [heading = [], ...lines] = data;
  const columns = new Map(Object.entries(headings).map(([field, words]) => [field, heading.findIndex((cell) => words.test(cell.trim()))]));
  if ((columns.get('date') ?? -1) < 0) return [{ line: 1, title: '', message: 'Es fehlt eine Spalte „Datum“.' }];
  return lines.map((cells, index) => readLine((field) => (cells[columns.get(field) ?? -1] ?? '').trim(), index + 2));
}

function readLine(cell: (field: string) => string, line: number): ImportedRow {
  const isMatch = cell('home') !== '' && cell('guest') !== '';
  const title = (cell('title') || (isMatch ? `${cell('home')} – ${cell('guest')}` : '')).slice(0, 120);
  if (title === '') return { line, title, message: 'Dem Termin fehlt ein Titel.' };
  const date = dayOf(cell('date'));
  if (!date) return { line, title, message: 'Bitte einen Tag wie 20.06.2027 angeben.' };
  const isAllDay = cell('start') === '';
  const [start, end] = [clock(cell('start') || '00:00'), cell('end') === '' ? undefined : clock(cell('end'))];
  if (!start || end === null) return { line, title, message: 'Bitte Uhrzeiten wie 15:00 angeben.' };
  const startsAt = instantOf(date, start);
  const endsAt = isAllDay
    ? instantOf(addDays(date, 1), '00:00')
    : end
      ? instantOf(date, end)
      : new Date(startsAt.getTime() + 2 * 3_600_000);
  if (endsAt <= startsAt) return { line, title, message: 'Das Ende muss nach dem Beginn liegen.' };
  const kind = isMatch ? 'match' : 'other';
  return {
    line,
    title,
    message: '',
    event: {
      title,
      kind,
      startsAt,
      endsAt,
      isAllDay,
      place: cell('place').slice(0, 160),
      description: cell('description').slice(0, 4000),
      importKey: `csv:${hashOf(title, startsAt)}`,
    },
  };
}

/** Parses a time: "9", "9:30", "09.30" or "18:30 Uhr". */
function clock(text: string): string | undefined {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.](\d{2}))?(?:\s*Uhr)?$/.exec(text) ?? [];
  return hours && readTime(`${hours}:${minutes}`);
}

/** Parses a date of the years 1900 to 2199, optionally after a weekday ("Sa. 04.05.2027"). */
function dayOf(text: string): string | undefined {
  const day = readDay(text.replace(/^\D{2,3}\s*/, ''));
  return day && /^(19|20|21)/.test(day) ? day : undefined;
}

function hashOf(title: string, startsAt: Date): string {
  return createHash('sha256').update(`${title}\n${startsAt.toISOString()}`).digest('hex').slice(0, 32);
}
