import { addDays, daysBetween, mondayOf, type LocalDate, type LocalTime } from '#shared/kernel/calendar.ts';
import { seriesDates } from '#shared/kernel/series.ts';
import type { HolidayMode } from '../holidays.ts';
import type { GrantWeek } from './placing.ts';

/** The rule of a weekly hour of a season. */
export type SeasonRule = {
  weekday: number;
  startsOn: LocalDate;
  endsOn: LocalDate;
  startTime: LocalTime;
  endTime: LocalTime;
  week: GrantWeek;
  holidayMode: HolidayMode;
};

/** The ISO 8601 week number of a date. */
export function weekNumber(date: LocalDate): number {
  const thursday = addDays(mondayOf(date), 3);
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}

/** The dates of an hour: weekly, or fortnightly from the first odd or even week on. */
export function seasonDates({ week, ...rule }: Pick<SeasonRule, 'weekday' | 'startsOn' | 'endsOn' | 'week'>): LocalDate[] {
  if (week === 'every') return seriesDates(rule);
  const [first] = seriesDates(rule).filter((date) => weekNumber(date) % 2 === (week === 'odd' ? 1 : 0));
  return first ? seriesDates({ ...rule, startsOn: first, intervalWeeks: 2 }) : [];
}
