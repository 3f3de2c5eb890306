import { and, gt, lt, type SQL } from 'drizzle-orm';
import { addDays, instantOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { booking } from '../bookings/table.ts';

/**
 * Bookings that stand between two days, both included. None lasts longer than its day, so those of the day before are early enough:
 * without a first beginning, the index by beginning is walked from the first booking there ever was.
 */
export function standsBetween(from: LocalDate, to: LocalDate): SQL | undefined {
  return and(
    gt(booking.startsAt, instantOf(addDays(from, -1), '00:00')),
    lt(booking.startsAt, instantOf(addDays(to, 1), '00:00')),
    gt(booking.endsAt, instantOf(from, '00:00')),
  );
}
