import { z } from 'zod';
import { bookingView } from './bookings.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate, localTime } from '#shared/kernel/fields.ts';

/** The number of consecutive unused dates after which a series is reported to the managers of the facility. */
export const unusedInARow = 3;

const missingDate = z.object({ date: z.string(), reason: z.string() });

/** The rule of a weekly booking with its dates. */
const seriesView = z.object({
  id,
  title: z.string(),
  facilityId: id,
  startTime: z.string(),
  endTime: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  missing: z.array(missingDate).describe('Future dates that do not take place, with the reason.'),
});
export type SeriesView = z.infer<typeof seriesView>;

/** A date of a series that is restored, at the times of the series unless others are given. */
export const returningDate = z.strictObject({ id, date: localDate, startTime: localTime.optional(), endTime: localTime.optional() });

const unusedSeries = z.object({
  seriesId: id,
  club: clubName,
  facilityId: id,
  weekday: z.int(),
  startTime: z.string(),
  endTime: z.string(),
  lastOn: z.string(),
});
export type UnusedSeries = z.infer<typeof unusedSeries>;

/** Existing weekly bookings: restoring dates, and recording attendance. */
export const bookingSeriesContract = {
  read: endpoint({ access: 'bookings.update' }, { method: 'GET', path: '/bookings/series/{id}', summary: 'Eine Serie mit ihren Ausfällen' })
    .input(z.strictObject({ id }))
    .output(seriesView),
  addDate: endpoint(
    { access: 'bookings.update' },
    {
      method: 'POST',
      path: '/bookings/series/{id}/dates',
      summary: 'Ausgefallenen Termin wieder aufnehmen',
      description:
        'At the times of the series or at the given ones. A violated rule fails with 422 on its field, an occupied time with 409.',
      refuses: ['occupied', 'not-offered', 'in-progress', 'key-reused'],
      example: { date: '2027-02-15' },
    },
  )
    .input(returningDate)
    .output(bookingView),
  markUse: endpoint(
    { access: 'bookings.update' },
    {
      method: 'POST',
      path: '/bookings/{id}/use',
      summary: 'Festhalten, ob eine Stunde genutzt wurde',
      refuses: ['not-offered'],
      example: { isUsed: false },
    },
  )
    .input(z.strictObject({ id, isUsed: z.boolean() }))
    .output(bookingView),
  unused: endpoint(
    { access: 'bookings.confirm' },
    { method: 'GET', path: '/bookings/unused', summary: 'Serien, zu denen dreimal nacheinander niemand kam' },
  ).output(z.array(unusedSeries)),
};
