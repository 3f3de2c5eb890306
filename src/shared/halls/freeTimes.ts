import { instantOf, minutesOf, timeOf, type LocalDate, type LocalTime } from '#shared/kernel/calendar.ts';
import { openingsOn } from './bookingRules.ts';
import type { Facility } from './facilities.ts';

/** An occupied period of a unit including its buffer; instants in ms. */
export type Busy = { unitId: string; fromMs: number; toMs: number };

type Place = Pick<Facility, 'openings' | 'gridMinutes' | 'bufferMinutes' | 'units'>;
type Need = { minutes: number; parts: number; earliest?: LocalTime; latest?: LocalTime; notBefore?: Date };

/**
 * The periods of a day in which enough units are free for long enough, each with the units that are free throughout.
 * Starts and ends are on the facility's grid; the buffer after a period must be free as well.
 */
export function freeStretches(
  place: Place,
  busy: readonly Busy[],
  date: LocalDate,
  { minutes: wanted, parts, earliest = '00:00', latest = '23:59', notBefore }: Need,
): { startTime: LocalTime; endTime: LocalTime; unitIds: string[] }[] {
  const units = place.units.filter(({ retiredOn }) => retiredOn === null || retiredOn > date).map(({ id }) => id);
  const found: { startTime: LocalTime; endTime: LocalTime; unitIds: string[] }[] = [];
  if (units.length < parts) return found;
  // The length is rounded up to the grid, since other lengths cannot be booked: 45 minutes on a grid of 30 are an hour.
  const minutes = Math.ceil(wanted / place.gridMinutes) * place.gridMinutes;
  const midnight = instantOf(date, '12:00').getTime() - 12 * 3_600_000;
  // Clocks only change outside opening hours, so from 4:00 on minutes of the day can be added to the instant of
  // midnight, calculated back from noon.
  const atMs = (minute: number) => (minute < 240 ? instantOf(date, timeOf(minute)).getTime() : midnight + minute * 60_000);
  for (const { opens, closes } of openingsOn(place, date)) {
    const [first, last] = [Math.max(minutesOf(opens), minutesOf(earliest)), Math.min(minutesOf(closes), minutesOf(latest))];
    let from = Math.ceil(first / place.gridMinutes) * place.gridMinutes;
    while (from + minutes <= last) {
      const free = unitsFree(units, busy, atMs(from), atMs(from + minutes) + place.bufferMinutes * 60_000);
      if (free.length < parts || (notBefore && atMs(from) < notBefore.getTime())) {
        from += place.gridMinutes;
        continue;
      }
      let to = from + minutes;
      const takenMs = firstTaken(free, busy, atMs(from)) - place.bufferMinutes * 60_000;
      while (to + place.gridMinutes <= last && atMs(to + place.gridMinutes) <= takenMs) to += place.gridMinutes;
      found.push({ startTime: timeOf(from), endTime: timeOf(to), unitIds: free });
      from = to;
    }
  }
  return found;
}

function unitsFree(units: readonly string[], busy: readonly Busy[], fromMs: number, toMs: number): string[] {
  return units.filter((unit) => !busy.some((one) => one.unitId === unit && one.fromMs < toMs && fromMs < one.toMs));
}

/** When one of the units, which are free at `fromMs`, is next taken; without end if never. */
function firstTaken(units: readonly string[], busy: readonly Busy[], fromMs: number): number {
  let first = Infinity;
  for (const one of busy) if (one.fromMs > fromMs && one.fromMs < first && units.includes(one.unitId)) first = one.fromMs;
  return first;
}
