import { germanDate } from '#shared/kernel/calendar.ts';
import type { Booking } from '../bookings/queries.ts';

/** Of more than these the number is typed before anything is done to all. */
export const typedFrom = 20;
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

type Range = { from: string; to: string; typed: string };

/** What is wrong with the days that were chosen: `nothing` stands in them, or their number was not typed. */
export function faultsOf({ from, to, typed }: Range, count: number, nothing: string): { [field in keyof Range]?: string } {
  if (!from || !to) return {};
  if (count === 0) return { to: nothing };
  return count > typedFrom && typed.trim() !== String(count) ? { typed: `Bitte die Zahl ${count} eingeben.` } : {};
}
