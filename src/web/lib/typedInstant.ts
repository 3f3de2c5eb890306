import { instantOf } from '#shared/kernel/calendar.ts';
import { localTime } from '#shared/kernel/fields.ts';

/** The instant of a day and a typed time in Berlin; an invalid time is returned as typed, so that validation refuses it at its field. */
export function typedInstant(day: string, time: string): string {
  return localTime.safeParse(time).success ? instantOf(day, time).toISOString() : time;
}
