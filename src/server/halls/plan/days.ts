import { and, gt, gte, lt, or, type SQL } from 'drizzle-orm';
import { addDays, instantOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { booking } from '../bookings/table.ts';

/**
 * Bookings between two days, inclusive. No booking lasts longer than its day, so a lower bound one day earlier is safe; without one, the
 * index on the start would be scanned from the first booking on. The end only tells the evening before apart: as a condition of its own,
 * PostgreSQL would also scan the ends of all that comes after.
 */
export function isBetween(from: LocalDate, to: LocalDate): SQL | undefined {
  return and(
    gt(booking.startsAt, instantOf(addDays(from, -1), '00:00')),
    lt(booking.startsAt, instantOf(addDays(to, 1), '00:00')),
    or(gte(booking.startsAt, instantOf(from, '00:00')), gt(booking.endsAt, instantOf(from, '00:00'))),
  );
}
