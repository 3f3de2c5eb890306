import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';

/** The instant at which a day (YYYY-MM-DD) begins in Berlin, whatever the browser's time zone. */
export function startOfDay(day: string): string {
  return instantOf(day, '00:00').toISOString();
}

/** The last instant of a day (YYYY-MM-DD) in Berlin. */
export function endOfDay(day: string): string {
  return new Date(instantOf(addDays(day, 1), '00:00').getTime() - 1).toISOString();
}

/** Today's date in Berlin, as YYYY-MM-DD. */
export function today(): string {
  return localOf(new Date()).date;
}
