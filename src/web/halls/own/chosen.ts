import { germanDate } from '#shared/kernel/calendar.ts';
import type { Booking } from '../bookings/queries.ts';

const namedAtMost = 6;

/** "12 Stunden: Handball-Minis (4), Yoga (8)" */
export function chosenWords(chosen: readonly Booking[], [one, many]: readonly [one: string, many: string]): string {
  const groups = [...Map.groupBy(chosen, ({ title, holder }) => title ?? holder)].map(([name, some]) => `${name} (${some.length})`);
  const more = groups.length - namedAtMost;
  return `${chosen.length === 1 ? one : `${chosen.length} ${many}`}: ${groups.slice(0, namedAtMost).join(', ')}${more > 0 ? ` und ${more} weitere` : ''}`;
}

/** From the first to the last day. */
export function daysOf(hours: readonly Booking[]): string {
  return `${germanDate(hours[0]?.date ?? '')} bis ${germanDate(hours.at(-1)?.date ?? '')}`;
}
