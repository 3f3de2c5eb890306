import { and, count, gte, inArray, lte, sql } from 'drizzle-orm';
import type { AskingHolder } from '#shared/halls/bookingRequests.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import type { BookingRow } from '../bookings/service.ts';
import { booking, bookingSeries } from '../bookings/table.ts';

const daysBack = 365;

/** The current use of these halls by the requesting holders: weekly unit hours, and how many of the dates marked in a year were used. */
export async function holdersOf(tx: Transaction, facilityIds: readonly string[], rows: readonly BookingRow[]): Promise<AskingHolder[]> {
  const names = new Map(rows.map((row) => [row.organisationId ?? row.club, row.holder || row.club]));
  if (names.size === 0) return [];
  const keys = [...names.keys()];
  return inAllClubs(tx, async () => {
    const ofSeries = sql<string>`coalesce(${bookingSeries.organisationId}::text, ${bookingSeries.club})`;
    const { startTime, endTime, unitIds, intervalWeeks } = bookingSeries;
    const minutes = sql`extract(epoch from ${endTime} - ${startTime}) / 60 * cardinality(${unitIds}) / ${intervalWeeks}`;
    const weekly = await tx
      .select({ key: ofSeries, minutes: sql<number>`sum(${minutes})::int` })
      .from(bookingSeries)
      .where(
        and(
          inArray(bookingSeries.facilityId, [...facilityIds]),
          inArray(ofSeries, keys),
          gte(bookingSeries.endsOn, today()),
          sql`exists (select from ${booking} where ${booking.seriesId} = ${bookingSeries.id}
            and ${inArray(booking.state, bookingSets.blocking)} and ${gte(booking.localDate, today())})`,
        ),
      )
      .groupBy(ofSeries);
    const ofBooking = sql<string>`coalesce(${booking.organisationId}::text, ${booking.club})`;
    const use = await tx
      .select({
        key: ofBooking,
        marked: count(),
        used: sql<number>`count(*) filter (where ${inArray(booking.state, bookingSets.used)})::int`,
      })
      .from(booking)
      .where(
        and(
          inArray(booking.facilityId, [...facilityIds]),
          inArray(ofBooking, keys),
          inArray(booking.state, bookingSets.marked),
          gte(booking.localDate, addDays(today(), -daysBack)),
          lte(booking.localDate, today()),
        ),
      )
      .groupBy(ofBooking);
    return [...names].map(([key, holder]) => {
      const { marked = 0, used = 0 } = use.find((one) => one.key === key) ?? {};
      return { holder, weeklyMinutes: weekly.find((one) => one.key === key)?.minutes ?? 0, marked, used };
    });
  });
}
