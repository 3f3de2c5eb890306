import { openingsOn } from '#shared/halls/bookingRules.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { minutesOf } from '#shared/kernel/calendar.ts';
import type { Booking, Hall } from '../bookings/queries.ts';
import { minutesIn } from '../plan/gridPlace.ts';

type Pause = { facilityId: string; date: string };

/** The occupied share of the opening hours of all units for each hour of each day, in percent; undefined where nothing is open. */
export function hourLoad(
  days: readonly string[],
  halls: readonly Hall[],
  bookings: readonly Booking[],
  pauses: readonly Pause[],
): { hour: number; percents: (number | undefined)[] }[] {
  const closed = new Set(pauses.map(({ facilityId, date }) => `${facilityId} ${date}`));
  const open = days.map((day) => {
    const minutes = new Map<number, number>();
    for (const hall of halls)
      if (!closed.has(`${hall.id} ${day}`))
        for (const { opens, closes } of openingsOn(hall, day)) addHours(minutes, minutesOf(opens), minutesOf(closes), hall.units.length);
    return minutes;
  });
  const used = days.map((day) => {
    const minutes = new Map<number, number>();
    for (const one of bookings)
      if (one.date === day && bookingSets.used.includes(one.state)) {
        const { from, to } = minutesIn(one, day);
        addHours(minutes, from, to, one.unitIds.length);
      }
    return minutes;
  });
  const hours = [...new Set(open.flatMap((minutes) => [...minutes.keys()]))].toSorted((a, b) => a - b);
  return hours.map((hour) => ({
    hour,
    percents: days.map((_day, at) => {
      const offered = open[at]?.get(hour);
      return offered === undefined ? undefined : Math.min(100, Math.round(((used[at]?.get(hour) ?? 0) / offered) * 100));
    }),
  }));
}

/** Adds the minutes of a range to the hours that it covers. */
function addHours(minutes: Map<number, number>, from: number, to: number, parts: number): void {
  for (let hour = Math.floor(from / 60); hour * 60 < to; hour++) {
    const within = Math.min(to, (hour + 1) * 60) - Math.max(from, hour * 60);
    minutes.set(hour, (minutes.get(hour) ?? 0) + within * parts);
  }
}
