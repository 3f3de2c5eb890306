import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';

/** A season of permanent groups starts on 1 August; years of birth are counted per season. */
const firstDay = '-08-01';

/** The number of days before a season from which its groups are checked. */
const checkedDaysBefore = 60;

/** The number of days before a season from which families are notified. */
const notifiedDaysBefore = 42;

/** The season that a day belongs to, as the year of its start. */
export function seasonOf(day: LocalDate): number {
  const year = Number(day.slice(0, 4));
  return day >= `${year}${firstDay}` ? year : year - 1;
}

/** The first day of a season. */
export function seasonStart(season: number): LocalDate {
  return `${season}${firstDay}`;
}

/** A season in German notation: 2026/27. */
export function seasonInWords(season: number): string {
  return `${season}/${String((season + 1) % 100).padStart(2, '0')}`;
}

/** The season for which groups are checked, and the reference date of ages. */
export type SeasonCheck = {
  season: number;
  day: LocalDate;
  /** Whether the season has not started yet. */ isAhead: boolean;
  /** The last day of a person who leaves the group. */ lastDay: LocalDate;
  /** Whether families are to be notified now. */ isTimeToNotify: boolean;
};

/** From 60 days before a season starts, the check of that season; otherwise of the current season, with ages as of today. */
export function seasonCheck(today: LocalDate): SeasonCheck {
  const next = seasonOf(today) + 1;
  const start = seasonStart(next);
  if (today < addDays(start, -checkedDaysBefore))
    return { season: next - 1, day: today, isAhead: false, lastDay: today, isTimeToNotify: false };
  return {
    season: next,
    day: start,
    isAhead: true,
    lastDay: addDays(start, -1),
    isTimeToNotify: today >= addDays(start, -notifiedDaysBefore),
  };
}
