import { brokenRule } from '#shared/halls/bookingRules.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { localOf, minutesOf } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import type { Hall } from '../bookings/queries.ts';
import { minutesIn, type GridBooking, type GridColumn, type GridPlace } from './gridPlace.ts';

type Where = Pick<GridColumn, 'pause' | 'bookings' | 'isBookable'> & { hall: Hall };

/**
 * Why a booking cannot be placed there, as far as the loaded plan can tell: the hall's rules, closures and other
 * bookings. The server decides again.
 */
export function clashOf(place: GridPlace, { hall, pause, bookings, isBookable }: Where, like?: GridBooking): string | undefined {
  if (!isBookable) return 'Hier kann Ihr Verein nicht buchen.';
  const { startTime, endTime, unitIds } = place;
  const [from, to] = [minutesOf(startTime), minutesOf(endTime)];
  const taken = bookings.find((one) => {
    if (one.id === like?.id || !bookingSets.blocking.includes(one.state) || !one.unitIds.some((id) => unitIds.includes(id))) return false;
    const there = minutesIn(one, place.date);
    return there.from < to + hall.bufferMinutes && from < there.to + hall.bufferMinutes;
  });
  if (taken && !pause)
    return `Belegt: ${[taken.holder, taken.title].filter(Boolean).join(', ')} bis ${localOf(new Date(taken.endsAt)).time} Uhr`;
  return brokenRule(hall, place, { today: today(), now: new Date(), pause })?.message;
}
