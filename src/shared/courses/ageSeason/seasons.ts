import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';

/** A season of permanent groups begins on 1 August: by it years of birth count. */
const firstDay = '-08-01';

/** How many days before a season begins its groups are checked. */
const checkedDaysBefore = 60;

/** How many days before it the families are notified. */
const notifiedDaysBefore = 42;

/** The year in which the season of a day began. */
export function seasonOf(day: LocalDate): number {
  const year = Number(day.slice(0, 4));
  return day >= `${year}${firstDay}` ? year : year - 1;
}

/** The first day of a season. */
export function seasonStart(season: number): LocalDate {
  return `${season}${firstDay}`;
}

/** A season as people write it: 2026/27. */
export function seasonInWords(season: number): string {
  return `${season}/${String((season + 1) % 100).padStart(2, '0')}`;
}

/** Which season the groups are gone through for, and the day on which ages count. */
export type SeasonCheck = {
  season: number;
  day: LocalDate;
  /** The season is still to come. */ isAhead: boolean;
  /** The last day of a person who does not stay. */ lastDay: LocalDate;
  /** It is time to notify the families. */ isTimeToNotify: boolean;
};

/** The season to come, from 60 days before it on; else the one that runs, by the ages of today. */
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
