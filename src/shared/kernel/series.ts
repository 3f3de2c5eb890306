import { addDays, instantOf, weekdayOf, type LocalDate, type LocalTime } from './calendar.ts';

/** A weekly rule in local dates and times, so that it keeps its time of day across clock changes. */
export type WeekdaySeries = {
  /** 1 for Monday to 7 for Sunday. */
  weekday: number;
  startsOn: LocalDate;
  /** The last possible date. */
  endsOn: LocalDate;
  startTime: LocalTime;
  endTime: LocalTime;
  /** The interval in weeks; default 1. */
  intervalWeeks?: number;
};

/** One occurrence of a series; with a reason in `skipped` it does not take place. */
export type Occurrence = { date: LocalDate; startsAt: Date; endsAt: Date; skipped?: string };

/** The dates of a series, at most 530 (ten years of weeks). */
export function seriesDates({ weekday, startsOn, endsOn, intervalWeeks = 1 }: Omit<WeekdaySeries, 'startTime' | 'endTime'>): LocalDate[] {
  const dates: LocalDate[] = [];
  let date = addDays(startsOn, (weekday - weekdayOf(startsOn) + 7) % 7);
  while (date <= endsOn && dates.length < 530) {
    dates.push(date);
    date = addDays(date, 7 * intervalWeeks);
  }
  return dates;
}

/** The occurrences of a series with their instants; those on paused days are kept and carry the reason. */
export function occurrencesOf(series: WeekdaySeries, paused: ReadonlyMap<LocalDate, string> = new Map()): Occurrence[] {
  return seriesDates(series).map((date) => {
    const skipped = paused.get(date);
    return {
      date,
      startsAt: instantOf(date, series.startTime),
      endsAt: instantOf(date, series.endTime),
      ...(skipped !== undefined && { skipped }),
    };
  });
}
