/** A day in Berlin as YYYY-MM-DD. */
export type LocalDate = string;
/** A wall clock time in Berlin as HH:MM. */
export type LocalTime = string;

/** The German names of the weekdays, Monday first. */
export const weekdayNames = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'] as const;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The instant of a local date and time. In the hour that the clocks skip it is the time after the jump (02:30 is 03:30),
 * in the hour that they repeat the first of the two; `isSkippedTime` tells the former, so that forms can refuse it.
 */
export function instantOf(date: LocalDate, time: LocalTime): Date {
  const wallMs = Date.parse(`${date}T${time}:00Z`);
  const before = offsetAt(wallMs - dayMs);
  const candidates = [before, offsetAt(wallMs + dayMs)].map((offset) => ({ at: wallMs - offset, offset }));
  const valid = candidates.filter(({ at, offset }) => offsetAt(at) === offset).map(({ at }) => at);
  return new Date(valid.length > 0 ? Math.min(...valid) : wallMs - before);
}

/** Whether the clocks jump over this local time, so that it does not exist. */
export function isSkippedTime(date: LocalDate, time: LocalTime): boolean {
  return localOf(instantOf(date, time)).time !== time;
}

/** The local date and time of an instant. */
export function localOf(instant: Date): { date: LocalDate; time: LocalTime } {
  const text = new Date(instant.getTime() + offsetAt(instant.getTime())).toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

/** The day `days` after (or before) a day; no clock is involved. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day of another month, or its last one where that day does not exist. */
export function addMonths(day: LocalDate, months: number): LocalDate {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const first = `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`;
  const last = monthEnd(first);
  const same = first.slice(0, 8) + day.slice(8);
  return same < last ? same : last;
}

/** The last day of the month of a day. */
export function monthEnd(day: LocalDate): LocalDate {
  // The 28th and four days lie in the next month, whatever the month.
  return addDays(`${addDays(`${day.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1);
}

/** How many days lie between two days. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: LocalDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

/** The Monday of the week of a day. */
export function mondayOf(date: LocalDate): LocalDate {
  return addDays(date, 1 - weekdayOf(date));
}

/** Whether a text is a day of the calendar in the form YYYY-MM-DD: neither 31 February nor a word. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/**
 * A day as people and files write it (24.12.2026, 4.5.12, or 2026-12-24 as programs do) as YYYY-MM-DD; undefined for what is none.
 * Two digits of a year mean the latest one that is not after `latest`.
 */
export function readDay(typed: string, latest: LocalDate = '2099-12-31'): LocalDate | undefined {
  const text = typed.trim();
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(text) ?? [];
  if (!year) return isDay(text) ? text : undefined;
  const inYear = (full: string) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const found = year.length === 4 ? inYear(year) : [`20${year}`, `19${year}`].map(inYear).find((one) => one <= latest);
  return found !== undefined && isDay(found) ? found : undefined;
}

/** A day as people write it: 28.09.2026. */
export function germanDate(date: LocalDate): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

/** A day with its weekday: "Samstag, 19.06.2027". */
export function dayInWords(date: LocalDate): string {
  return `${weekdayNames[weekdayOf(date) - 1] ?? ''}, ${germanDate(date)}`;
}

/** An instant in a sentence: "28.09.2026, 18:30 Uhr". */
export function instantInWords(instant: Date | string): string {
  const { date, time } = localOf(new Date(instant));
  return `${germanDate(date)}, ${time} Uhr`;
}

/** From when to when, as plans and lists say it: "11:00–14:00"; what ends after midnight says so. */
export function timeRange(span: { startsAt: Date | string; endsAt: Date | string }): string {
  return rangeOf(span, '');
}

/** From when to when, in a sentence: "11:00–14:00 Uhr"; what ends after midnight says so. */
export function timesInWords(span: { startsAt: Date | string; endsAt: Date | string }): string {
  return rangeOf(span, ' Uhr');
}

function rangeOf({ startsAt, endsAt }: { startsAt: Date | string; endsAt: Date | string }, unit: string): string {
  const [from, to] = [localOf(new Date(startsAt)), localOf(new Date(endsAt))];
  return `${from.time}–${to.time}${unit}${from.date === to.date ? '' : ' (nächster Tag)'}`;
}

/** A wall clock time as HH:MM. */
export const clockPattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A wall clock time as people type it, "9:30", "18.30", "1830" or "18"; undefined for what is none. */
export function readTime(typed: string): LocalTime | undefined {
  const [, hours = '?', minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(typed.trim()) ?? [];
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return clockPattern.test(time) ? time : undefined;
}

/** Minutes since midnight of a wall clock time. */
export function minutesOf(time: LocalTime): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** The wall clock time that many minutes after midnight; at most 23:59. */
export function timeOf(minutes: number): LocalTime {
  const kept = Math.max(0, Math.min(minutes, 24 * 60 - 1));
  return `${String(Math.floor(kept / 60)).padStart(2, '0')}:${String(kept % 60).padStart(2, '0')}`;
}

/**
 * Berlin's distance from UTC at an instant: one hour, two in summer time, which lasts from the last Sunday of March to the
 * last Sunday of October, each at 01:00 UTC (Directive 2000/84/EC; alike since 1996, and nothing here is older). A test holds
 * it against the time zone data of the platform. Asking `Intl` instead would cost a first page 20 to 80 ms.
 */
function offsetAt(instantMs: number): number {
  const year = new Date(instantMs).getUTCFullYear();
  const isSummer = instantMs >= clockChange(year, 2) && instantMs < clockChange(year, 9);
  return (isSummer ? 2 : 1) * 60 * minuteMs;
}

/** When the clocks change in a month of 31 days, counted from 0. */
function clockChange(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month, 31, 1));
  return lastDay.getTime() - lastDay.getUTCDay() * dayMs;
}
