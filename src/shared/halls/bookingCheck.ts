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
  isPlanned: z.boolean().default(false).describe('Dates of a course: how far ahead one may book is not asked.'),
  holidayMode: z.enum(holidayModes).optional().describe('Days that such a series leaves out are not looked at.'),
  about: line(200).default('').describe('What is to take place: other halls are offered that suit its sport.'),
  except: z.array(id).max(600).default([]).describe('Bookings that do not count: those of the dates that are being changed.'),
});
export type BookingCheck = z.infer<typeof bookingCheck>;

const lackingHour = hour.extend({
  reason: z.string().describe('Who holds it, or which rule it breaks, as a sentence.'),
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
      description: 'Gives the hours that cannot be had, date by date, with who holds them and what is free instead.',
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
