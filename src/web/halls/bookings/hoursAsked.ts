import type { z } from 'zod';
import { bookingCheck } from '#shared/halls/bookingCheck.ts';
import { weekdayOf } from '#shared/kernel/calendar.ts';
import { seriesDates } from '#shared/kernel/series.ts';
import { bookingInput } from '#shared/halls/bookings.ts';
import { sportIn } from '#shared/halls/sports.ts';
import type { BookingValues } from './newBooking.ts';

/** The hours of a form, for the availability check while typing; undefined while incomplete. */
export function hoursOf(values: BookingValues): z.input<typeof bookingCheck> | undefined {
  const { facilityId, unitIds, date, startTime, endTime, isSeries, endsOn, intervalWeeks, holidayMode, windowReason } = values;
  const place = bookingInput.pick({ facilityId: true, unitIds: true, date: true, startTime: true, endTime: true });
  if (!place.safeParse({ facilityId, unitIds, date, startTime, endTime }).success || endTime <= startTime) return undefined;
  const dates = isSeries
    ? seriesDates({ weekday: weekdayOf(date), startsOn: date, endsOn, intervalWeeks: Math.max(1, intervalWeeks) })
    : [date];
  if (dates.length === 0) return undefined;
  return {
    hours: dates.map((day) => ({ facilityId, unitIds, date: day, startTime, endTime })),
    isPlanned: windowReason !== '',
    ...(sportIn(values.title) && { about: sportIn(values.title) }),
    ...(isSeries && { holidayMode }),
  };
}
