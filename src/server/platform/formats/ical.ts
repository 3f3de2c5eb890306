import { addDays, localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { berlinZone } from './berlinZone.ts';

/** One calendar entry: at a local time in Berlin, or for whole days; `weekly` repeats it. */
export type Entry = {
  /** Stable, so that a calendar updates the entry instead of duplicating it. */
  uid: string;
  title: string;
  startsAt: Date;
  endsAt: Date;
  isAllDay?: boolean;
  place?: string;
  description?: string;
  /** The page with details. */
  url?: string;
  isCancelled?: boolean;
  weekly?: { intervalWeeks: number; until: Date; skipped: readonly LocalDate[] };
};

/** A calendar per RFC 5545: with the time zone, lines of at most 75 octets, CRLF. */
export function writeCalendar(name: string, entries: readonly Entry[], stampedAt: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vereinsportal//DE',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escape(name)}`,
    'X-WR-TIMEZONE:Europe/Berlin',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...berlinZone,
    ...entries.flatMap((entry) => linesOf(entry, stampedAt)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function linesOf(entry: Entry, stampedAt: Date): string[] {
  const { weekly } = entry;
  const days = localOf(entry.startsAt).date;
  return [
    'BEGIN:VEVENT',
    `UID:${escape(entry.uid)}`,
    `DTSTAMP:${utc(stampedAt)}`,
    ...(entry.isAllDay
      ? [`DTSTART;VALUE=DATE:${plain(days)}`, `DTEND;VALUE=DATE:${plain(lastDay(entry.endsAt))}`]
      : [`DTSTART;TZID=Europe/Berlin:${local(entry.startsAt)}`, `DTEND;TZID=Europe/Berlin:${local(entry.endsAt)}`]),
    ...(weekly ? [`RRULE:FREQ=WEEKLY;INTERVAL=${weekly.intervalWeeks};UNTIL=${utc(weekly.until)}`] : []),
    ...(weekly?.skipped ?? []).map((day) => `EXDATE;TZID=Europe/Berlin:${plain(day)}T${local(entry.startsAt).slice(9)}`),
    `SUMMARY:${escape(entry.title)}`,
    ...(entry.place ? [`LOCATION:${escape(entry.place)}`] : []),
    ...(entry.description ? [`DESCRIPTION:${escape(entry.description)}`] : []),
    ...(entry.url ? [`URL:${entry.url}`] : []),
    ...(entry.isCancelled ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ];
}

/** The exclusive end of a whole-day entry: the day after the last one; an entry that ends at midnight ended the day before. */
function lastDay(endsAt: Date): LocalDate {
  const { date, time } = localOf(endsAt);
  return time === '00:00' ? date : addDays(date, 1);
}

function local(at: Date): string {
  const { date, time } = localOf(at);
  return `${plain(date)}T${time.replace(':', '')}00`;
}

function utc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function plain(date: LocalDate): string {
  return date.replaceAll('-', '');
}

function escape(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r?\n/g, '\\n')
    .replaceAll(/[^\P{Cc}]/gu, '');
}

/** Folds a line after at most 75 octets, never within a character. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}
