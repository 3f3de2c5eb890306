import { instantOf } from '#shared/kernel/calendar.ts';
import { localTime } from '#shared/kernel/fields.ts';

/** The instant of a day and a typed time in Berlin; a time that is none comes back as typed, so that it is refused on its field. */
export function typedInstant(day: string, time: string): string {
  return localTime.safeParse(time).success ? instantOf(day, time).toISOString() : time;
}
