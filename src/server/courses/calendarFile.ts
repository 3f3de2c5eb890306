import { localZone } from '#shared/calendar.ts';
import type { CoursePage } from '#shared/courseShapes.ts';
import { berlinZone } from '../platform/berlinZone.ts';

/** The dates of a course as an iCal file: real local times with their zone, and the cancelled dates marked as such. */
export function calendarFile(page: CoursePage, site: string): File {
  const stamp = utc(new Date(page.sessions[0]?.startsAt ?? 0));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vereinsportal//DE',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escape(page.title)}`,
    `X-WR-TIMEZONE:${localZone}`,
    ...berlinZone,
    ...page.sessions.flatMap((session) => [
      'BEGIN:VEVENT',
      `UID:${session.id}@${new URL(site).hostname}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;TZID=${localZone}:${local(session.startsAt)}`,
      `DTEND;TZID=${localZone}:${local(session.endsAt)}`,
      `SUMMARY:${escape(page.title)}`,
      ...(session.place ? [`LOCATION:${escape(session.place)}`] : []),
      `STATUS:${session.state === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
      `URL:${site}/id/${page.slug}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return new File([lines.map(fold).join('\r\n'), '\r\n'], `${page.slug}.ics`, { type: 'text/calendar; charset=utf-8' });
}

const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: localZone, dateStyle: 'short', timeStyle: 'medium' });

function local(instant: string): string {
  return berlin.format(new Date(instant)).replaceAll(/[-:]/g, '').replace(' ', 'T');
}

function utc(instant: Date): string {
  return `${instant.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;
}

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll(/\r?\n/g, '\\n');
}

/** At most 75 octets a line, broken between characters; the rest goes on after a blank. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > 74) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}
