import { bookingSets } from '#shared/halls/bookingStates.ts';
import { timeRange } from '#shared/kernel/calendar.ts';
import type { Booking, Hall } from '../bookings/queries.ts';
import { colourOf, labelOf, partsOf } from '../bookings/words.ts';
import { minutesIn } from '../plan/gridPlace.ts';

/** The hours that a bar shows; what lies outside of them is cut at its ends. */
const barFrom = 7 * 60;
const barTo = 23 * 60;

/**
 * One part of a hall on a day as a picture: a background with a block for each booking. One element draws them all, so that
 * a week of thirty halls stays light.
 */
export function barOf(bookings: readonly Booking[], unitId: string, date: string): string {
  const blocks = bookings
    .filter(({ unitIds }) => unitIds.includes(unitId))
    .map((booking) => ({ ...minutesIn(booking, date), colour: shadeOf(booking) }))
    .filter(({ from, to }) => to > barFrom && from < barTo)
    .toSorted((a, b) => a.from - b.from);
  const stops: string[] = [];
  let end = 0;
  for (const { from, to, colour } of blocks) {
    const [left, right] = [Math.max(end, percent(from)), percent(to)];
    if (right <= left) continue;
    // A hair between two that follow each other shows that they are two.
    stops.push(`transparent ${end}% ${left}%`, `${colour} ${left}% calc(${right}% - 1px)`, `transparent calc(${right}% - 1px) ${right}%`);
    end = right;
  }
  return stops.length === 0 ? 'none' : `linear-gradient(to right, ${stops.join(', ')}, transparent ${end}% 100%)`;
}

/** What stands in a hall on a day, in words for those who do not see the picture. */
export function cellWords(bookings: readonly Booking[], hall: Hall, pause: string | undefined): string {
  const words = bookings.map((booking) => [timeRange(booking), labelOf(booking), partsOf(booking, hall)].filter(Boolean).join(' '));
  return [pause, ...words].filter(Boolean).join('; ') || 'frei';
}

function shadeOf(booking: Booking): string {
  const colour = `var(--plan-${colourOf(booking)})`;
  return bookingSets.blocking.includes(booking.state) ? colour : `color-mix(in srgb, ${colour} 35%, transparent)`;
}

function percent(minute: number): number {
  const share = ((Math.min(Math.max(minute, barFrom), barTo) - barFrom) / (barTo - barFrom)) * 100;
  return Math.round(share * 100) / 100;
}
