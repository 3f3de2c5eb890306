import { bookingSets } from '#shared/halls/bookingStates.ts';
import { localOf, timeRange } from '#shared/kernel/calendar.ts';
import type { Booking, Hall } from '../bookings/queries.ts';
import { colourOf, labelOf, partsOf, patternOf } from '../bookings/words.ts';
import { minutesIn } from '../plan/gridPlace.ts';

/** The first minute that a bar shows; bookings outside its range are clipped. */
const barFrom = 7 * 60;
const barTo = 23 * 60;

type Bar = { backgroundImage: string; backgroundSize: string; backgroundPosition: string };

/**
 * One unit of a hall on a day as a CSS background with a layer per booking, in the holder's colour and pattern. A
 * single element draws them all, so that a week of thirty halls stays fast.
 */
export function barOf(bookings: readonly Booking[], unitId: string, date: string): Bar {
  const blocks = bookings
    .filter(({ unitIds }) => unitIds.includes(unitId))
    .map((booking) => ({ ...minutesIn(booking, date), image: layerOf(booking) }))
    .filter(({ from, to }) => to > barFrom && from < barTo)
    .toSorted((a, b) => a.from - b.from);
  const layers: { image: string; left: number; width: number }[] = [];
  let end = 0;
  for (const { from, to, image } of blocks) {
    const [left, right] = [Math.max(end, percent(from)), percent(to)];
    if (right <= left) continue;
    layers.push({ image, left, width: right - left });
    end = right;
  }
  return {
    backgroundImage: layers.map(({ image }) => image).join(', ') || 'none',
    // A gap of one pixel separates consecutive bookings.
    backgroundSize: layers.map(({ width }) => `calc(${rounded(width)}% - 1px) 100%`).join(', '),
    backgroundPosition: layers.map(({ left, width }) => `${width >= 100 ? 0 : rounded((left / (100 - width)) * 100)}% 0`).join(', '),
  };
}

/** The layer of a holder's colour, solid or striped; paler for requested or released hours. */
export function layerOf(booking: Pick<Booking, 'holder' | 'club' | 'state'>): string {
  const colour = shadeOf(booking);
  const stripes = (angle: number, wide: number) =>
    `repeating-linear-gradient(${angle}deg, ${colour} 0 ${wide}px, transparent ${wide}px ${wide + 2}px)`;
  return [`linear-gradient(${colour}, ${colour})`, stripes(45, 4), stripes(90, 3), stripes(0, 2)][patternOf(booking)] ?? 'none';
}

/** "15:00 RWA · 17:00 VA": the holders in order of the day, each once; shown below the bars of a cell. */
export function shortWords(bookings: readonly Booking[], shorts: ReadonlyMap<string, string>): string | undefined {
  const first = new Map<string, string>();
  for (const { holder, startsAt } of bookings.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt)))
    if (!first.has(holder)) first.set(holder, localOf(new Date(startsAt)).time);
  return [...first].map(([holder, time]) => `${time} ${shorts.get(holder) ?? holder}`).join(' · ') || undefined;
}

/** The bookings of a hall on a day as text, for screen readers. */
export function cellWords(bookings: readonly Booking[], hall: Hall, pause: string | undefined): string {
  const words = bookings.map((booking) => [timeRange(booking), labelOf(booking), partsOf(booking, hall)].filter(Boolean).join(' '));
  return [pause, ...words].filter(Boolean).join('; ') || 'frei';
}

function shadeOf(booking: Pick<Booking, 'holder' | 'club' | 'state'>): string {
  const colour = `var(--plan-${colourOf(booking)})`;
  return bookingSets.blocking.includes(booking.state) ? colour : `color-mix(in srgb, ${colour} 35%, transparent)`;
}

function percent(minute: number): number {
  const share = ((Math.min(Math.max(minute, barFrom), barTo) - barFrom) / (barTo - barFrom)) * 100;
  return rounded(share);
}

function rounded(share: number): number {
  return Math.round(share * 100) / 100;
}
