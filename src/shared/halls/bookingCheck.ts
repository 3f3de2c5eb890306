import { z } from 'zod';
import { conflict, slot } from './bookings.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, line, localDate, localTime } from '#shared/kernel/fields.ts';
import { holidayModes } from './holidays.ts';

const hour = z.strictObject({
  facilityId: id,
  unitIds: z.array(id).min(1).max(24),
  date: localDate,
  startTime: localTime,
  endTime: localTime,
});
export type CheckedHour = z.infer<typeof hour>;

/** The requested hours, before a booking is created. */
export const bookingCheck = z.strictObject({
  hours: z.array(hour).min(1).max(600),
  isPlanned: z.boolean().default(false).describe('For dates of a course: skips the limits of the booking window.'),
  holidayMode: z.enum(holidayModes).optional().describe('Days omitted by a series with this mode are not checked.'),
  about: line(200).default('').describe('The title or sport; determines which other halls are suggested.'),
  except: z.array(id).max(600).default([]).describe('Bookings to ignore, such as those of the dates being changed.'),
});
export type BookingCheck = z.infer<typeof bookingCheck>;

const lackingHour = hour.extend({
  reason: z.string().describe('The conflict or the violated rule, as a German sentence.'),
  conflicts: z.array(conflict),
  otherTimes: z.array(slot),
  otherHalls: z.array(slot),
});
export type LackingHour = z.infer<typeof lackingHour>;

/** Checks hours for conflicts while the user types, by the rules of bookings; read-only. */
export const bookingCheckContract = {
  check: endpoint(
    { access: 'bookings.create' },
    {
      method: 'POST',
      path: '/bookings/check',
      summary: 'Hallenzeiten prüfen, ohne zu buchen',
      description: 'Returns the hours that cannot be booked, with conflicts and free alternatives per date.',
      example: {
        hours: [
          {
            facilityId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11',
            unitIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'],
            date: '2027-01-04',
            startTime: '18:30',
            endTime: '20:00',
          },
        ],
      },
    },
  )
    .input(bookingCheck)
    .output(z.object({ free: z.int(), lacking: z.array(lackingHour) })),
};
