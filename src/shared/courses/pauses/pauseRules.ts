import { addDays, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import type { PriceUnit } from '../courseWords.ts';

/** The maximum number of pause months per year that an offer can allow. */
export const pauseMonthsAtMost = 6;

/** The maximum number of pause months that staff can enter at once. */
export const staffPauseMonthsAtMost = 12;

/** The number of start dates offered. */
const startsOffered = 6;

/** Whole months in which a person does not attend and is not charged, but keeps the place. */
export type Pause = { from: LocalDate; to: LocalDate };

/** The minimum number of pause months, since a charged period cannot be split. Null for prices per course or year, which allow no pause. */
export function pauseStep(per: PriceUnit | null): number | null {
  if (per === 'course' || per === 'year') return null;
  return per === 'quarter' ? 3 : 1;
}

/** The possible start dates of a pause: of future periods, the next one first. */
export function pauseStarts(today: LocalDate, step: number): LocalDate[] {
  const next = monthsAfter(firstOfMonth(today), 1);
  const first = Array.from({ length: step }, (_, at) => monthsAfter(next, at)).find((day) => isPeriodStart(day, step)) ?? next;
  return Array.from({ length: startsOffered }, (_, at) => monthsAfter(first, at * step));
}

/** Whether a pause can start on a day. */
export function isPauseStart(day: LocalDate, today: LocalDate, step: number): boolean {
  return isPeriodStart(day, step) && day > today;
}

/** The last day of a pause of a number of months. */
export function pauseEnd(from: LocalDate, months: number): LocalDate {
  return addDays(monthsAfter(from, months), -1);
}

/** The reason against a pause as a German sentence; undefined if there is none. `atMost` is the limit of months per calendar year. */
export function pauseObstacle(pause: Pause, others: readonly Pause[], atMost: number): string | undefined {
  if (others.some(({ from, to }) => from <= pause.to && to >= pause.from)) return 'In dieser Zeit ist schon eine Pause.';
  const years = new Set(monthsOf(pause).map(yearOf));
  for (const year of years) {
    const taken = [pause, ...others].flatMap(monthsOf).filter((month) => yearOf(month) === year).length;
    if (taken > atMost)
      return `Im Jahr ${year} ${atMost === 1 ? 'ist höchstens 1 Monat' : `sind höchstens ${atMost} Monate`} Pause möglich.`;
  }
  return undefined;
}

/** The months of a pause in German: "Januar und Februar 2027", "Dezember 2026 bis Februar 2027". */
export function pauseMonthsInWords(pause: Pause): string {
  const months = monthsOf(pause);
  const [first = pause.from, last = first] = [months[0], months.at(-1)];
  if (months.length === 1) return `${monthName(first)} ${yearOf(first)}`;
  const isSameYear = yearOf(first) === yearOf(last);
  const joined = months.length === 2 ? 'und' : 'bis';
  return `${monthName(first)}${isSameYear ? '' : ` ${yearOf(first)}`} ${joined} ${monthName(last)} ${yearOf(last)}`;
}

/** The effect of a pause as German sentences; who leaves before its end does not come back. */
export function pauseInWords(pause: Pause, costs: boolean, leavesOn: LocalDate | null = null): string {
  const words = `Pause ${pauseMonthsInWords(pause)}: ${costs ? '0,00 €, ' : ''}`;
  if (leavesOn !== null && leavesOn <= pause.to) return `${words}der Platz bleibt bis zum ${germanDate(leavesOn)}.`;
  return `${words}der Platz bleibt. Weiter geht es am ${germanDate(addDays(pause.to, 1))}.`;
}

function monthsOf({ from, to }: Pause): LocalDate[] {
  const months: LocalDate[] = [];
  for (let at = firstOfMonth(from); at <= to; at = monthsAfter(at, 1)) months.push(at);
  return months;
}

function monthName(day: LocalDate): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('de-DE', { month: 'long', timeZone: 'UTC' });
}

function yearOf(day: LocalDate): string {
  return day.slice(0, 4);
}

function firstOfMonth(day: LocalDate): LocalDate {
  return `${day.slice(0, 8)}01`;
}

function monthsAfter(day: LocalDate, months: number): LocalDate {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`;
}

function isPeriodStart(day: LocalDate, step: number): boolean {
  return day.endsWith('-01') && (Number(day.slice(5, 7)) - 1) % step === 0;
}
