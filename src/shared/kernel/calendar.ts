/** A date in Berlin as YYYY-MM-DD. */
export type LocalDate = string;
/** A local time in Berlin as HH:MM. */
export type LocalTime = string;

/** The German names of the weekdays, Monday first. */
export const weekdayNames = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'] as const;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The instant of a local date and time. A time in the hour skipped in spring is shifted forward (02:30 becomes 03:30);
 * a time in the hour repeated in autumn is the first of the two. `isSkippedTime` detects the former, so that forms can
 * reject it.
 */
export function instantOf(date: LocalDate, time: LocalTime): Date {
  const wallMs = Date.parse(`${date}T${time}:00Z`);
  const before = offsetAt(wallMs - dayMs);
  const candidates = [before, offsetAt(wallMs + dayMs)].map((offset) => ({ at: wallMs - offset, offset }));
  const valid = candidates.filter(({ at, offset }) => offsetAt(at) === offset).map(({ at }) => at);
  return new Date(valid.length > 0 ? Math.min(...valid) : wallMs - before);
}

/** Whether a local time does not exist because the clocks skip it in spring. */
export function isSkippedTime(date: LocalDate, time: LocalTime): boolean {
  return localOf(instantOf(date, time)).time !== time;
}

/** The local date and time of an instant in Berlin. */
export function localOf(instant: Date): { date: LocalDate; time: LocalTime } {
  const text = new Date(instant.getTime() + offsetAt(instant.getTime())).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

/** The date `days` after a date (before it, if negative); independent of clock changes. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day of another month, or the last day of that month if it has no such day. */
export function addMonths(day: LocalDate, months: number): LocalDate {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const first = `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`;
  const last = monthEnd(first);
  const same = first.slice(0, 8) + day.slice(8);
  return same < last ? same : last;
}

/** The last day of the month of a date. */
export function monthEnd(day: LocalDate): LocalDate {
  // The 28th plus four days is in the next month, whatever the month.
  return addDays(`${addDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1);
}

/** The number of days from `from` to `to`. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** The ISO weekday: 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: LocalDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** The Monday of the week of a date. */
export function mondayOf(date: LocalDate): LocalDate {
  return addDays(date, 1 - weekdayOf(date));
}

/** Whether a text is an existing date in the form YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/**
 * Parses a date as typed or as found in files (24.12.2026, 4.5.12 or 2026-12-24) to YYYY-MM-DD; undefined if it is
 * none. A year of two digits is the latest one that is not after `latest`.
 */
export function readDay(typed: string, latest: LocalDate = '2099-12-31'): LocalDate | undefined {
  const text = typed.trim();
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(text) ?? [];
  if (!year) return isDay(text) ? text : undefined;
  const inYear = (full: string) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const found = year.length === 4 ? inYear(year) : [`20${year}`, `19${year}`].map(inYear).find((one) => one <= latest);
  return found !== undefined && isDay(found) ? found : undefined;
}

/** A date in German notation: 28.09.2026. */
export function germanDate(date: LocalDate): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

/** A date with its weekday: "Samstag, 19.06.2027". */
export function dayInWords(date: LocalDate): string {
  return `${weekdayNames[weekdayOf(date) - 1] ?? ''}, ${germanDate(date)}`;
}

/** An instant in German notation: "28.09.2026, 18:30 Uhr". */
export function instantInWords(instant: Date | string): string {
  const { date, time } = localOf(new Date(instant));
  return `${germanDate(date)}, ${time} Uhr`;
}

/** A time range for plans and lists: "11:00–14:00". A range that ends on the next day says so. */
export function timeRange(span: { startsAt: Date | string; endsAt: Date | string }): string {
  return rangeOf(span, '');
}

/** A time range for sentences: "11:00–14:00 Uhr". A range that ends on the next day says so. */
export function timesInWords(span: { startsAt: Date | string; endsAt: Date | string }): string {
  return rangeOf(span, ' Uhr');
}

function rangeOf({ startsAt, endsAt }: { startsAt: Date | string; endsAt: Date | string }, unit: string): string {
  const [from, to] = [localOf(new Date(startsAt)), localOf(new Date(endsAt))];
  return `${from.time}–${to.time}${unit}${from.date === to.date ? '' : ' (nächster Tag)'}`;
}

/** A local time as HH:MM. */
export const clockPattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Parses a local time as typed ("9:30", "18.30", "1830" or "18"); undefined if it is none. */
export function readTime(typed: string): LocalTime | undefined {
  const [, hours = '?', minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(typed.trim()) ?? [];
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return clockPattern.test(time) ? time : undefined;
}

/** The minutes since midnight of a local time. */
export function minutesOf(time: LocalTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The local time that many minutes after midnight; at most 23:59. */
export function timeOf(minutes: number): LocalTime {
  const kept = Math.max(0, Math.min(minutes, 24 * 60 - 1));
  return `${String(Math.floor(kept / 60)).padStart(2, '0')}:${String(kept % 60).padStart(2, '0')}`;
}

/**
 * Berlin's offset from UTC at an instant, in ms: one hour, or two in summer time, which lasts from the last Sunday of
 * March to the last Sunday of October, each at 01:00 UTC (Directive 2000/84/EC; in force since 1996, and no data is
 * older). A test compares it with the platform's time zone data. `Intl` would cost 20 to 80 ms on the first page.
 */
function offsetAt(instantMs: number): number {
  const year = new Date(instantMs).getUTCFullYear();
  const isSummer = instantMs >= clockChange(year, 2) && instantMs < clockChange(year, 9);
  return (isSummer ? 2 : 1) * 60 * minuteMs;
}

/** The instant (ms) of the clock change in a month of 31 days; `month` counts from 0. */
function clockChange(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month, 31, 1));
  return lastDay.getTime() - lastDay.getUTCDay() * dayMs;
}
