import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import { monthsOfRhythm, type FeeRhythm, type ProRata } from './feeWords.ts';

/** A month as a number that supports arithmetic. */
export type Month = number;

/** Whole months, inclusive. */
export type Months = { from: Month; to: Month };

/** The month of a day. */
export function monthOf(day: LocalDate): Month {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

/** The first day of a month. */
export function firstDayOf(month: Month): LocalDate {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** The last day of a month. */
export function lastDayOf(month: Month): LocalDate {
  return addDays(firstDayOf(month + 1), -1);
}

/** When an instalment is due if each has its own day: on the day of `dueOn` in its first month, but not before `dueOn`. */
export function partDueOn(dueOn: LocalDate, from: LocalDate): LocalDate {
  const last = lastDayOf(monthOf(from));
  const day = `${from.slice(0, 7)}${dueOn.slice(7)}`;
  const own = day > last ? last : day;
  return own > dueOn ? own : dueOn;
}

/** "04/2027". */
export function monthWords(month: Month): string {
  return `${String((month % 12) + 1).padStart(2, '0')}/${Math.floor(month / 12)}`;
}

/** The first month of the fee year that contains a month; `yearStart` is 1 for January. */
export function feeYearOf(month: Month, yearStart: number): Month {
  return month - ((month - (yearStart - 1) + 12) % 12);
}

/** The periods of a rhythm that overlap some months, counted from the beginning of the fee year. */
export function partsOf(rhythm: FeeRhythm, { from, to }: Months, yearStart: number): Months[] {
  const length = monthsOfRhythm[rhythm];
  const year = feeYearOf(from, yearStart);
  const first = year + Math.floor((from - year) / length) * length;
  const parts: Months[] = [];
  for (let at = first; at <= to; at += length) parts.push({ from: at, to: at + length - 1 });
  return parts;
}

/**
 * The months of a period that are paid for by a member present during `present`: from the month of entry to that of leaving, inclusive,
 * extended to begun quarters or half-years of the fee year, or the whole period.
 */
export function paidMonths(part: Months, present: Months, proRata: { in: ProRata; out: ProRata }, yearStart: number): Months {
  const begun = (month: Month, one: ProRata) => {
    const length = one === 'quarter' ? 3 : one === 'half' ? 6 : 1;
    const year = feeYearOf(month, yearStart);
    return { from: year + Math.floor((month - year) / length) * length, length };
  };
  const from = present.from <= part.from || proRata.in === 'full' ? part.from : Math.max(part.from, begun(present.from, proRata.in).from);
  const end = begun(present.to, proRata.out);
  const to = present.to >= part.to || proRata.out === 'full' ? part.to : Math.min(part.to, end.from + end.length - 1);
  return { from, to };
}

/** The number of months. */
export function countMonths({ from, to }: Months): number {
  return to - from + 1;
}

/** "anteilig ab 04/2027: 9 von 12 Monaten", with "bis" for a member who leaves; empty if the whole period is paid. */
export function shareWords(months: Months, part: Months): string {
  const [paid, all] = [countMonths(months), countMonths(part)];
  if (paid >= all) return '';
  const ends = [months.from > part.from && `ab ${monthWords(months.from)}`, months.to < part.to && `bis ${monthWords(months.to)}`];
  return `anteilig ${ends.filter(Boolean).join(' ')}: ${paid} von ${all} Monaten`;
}
