import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { id, localDate, requiredLine, exportFormat } from '#shared/kernel/fields.ts';
import { bookingKinds, bookingSets, bookingStates, type BookingState } from './bookingStates.ts';

/** The filters of the list of the user's bookings. */
export const shownBookings = ['current', 'open', 'displaced', 'gone', 'all'] as const;
export type ShownBookings = (typeof shownBookings)[number];

/** The booking states of each filter: current, undecided, displaced by a closure, dropped, all. */
export const statesShown: { readonly [shown in ShownBookings]: readonly BookingState[] } = {
  current: bookingStates.filter((state) => !bookingSets.gone.includes(state)),
  open: bookingSets.waiting,
  displaced: ['displaced'],
  gone: bookingSets.gone,
  all: bookingStates,
};

/** The maximum number of dates of a response; more require a shorter period or the export. */
export const ownAtMost = 2000;

/** The filter of the user's bookings and requests. */
export const ownFilter = z.strictObject({
  from: localDate,
  to: localDate,
  facility: id.optional(),
  kind: z.enum(bookingKinds).optional(),
  department: id.optional(),
  show: z.enum(shownBookings).default('all'),
  search: z.string().max(100).default('').describe('Matches a part of the title, the holder or the contact person.'),
});
export type OwnFilter = z.output<typeof ownFilter>;

const manyHours = z.strictObject({ ids: z.array(id).min(1).max(ownAtMost) });
/** A batch cancellation with its reason. */
const manyCancelled = manyHours.extend({ reason: requiredLine(300) });
const changed = z.object({ changed: z.int() });
const manyExample = { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'] };

/** The user's bookings and requests: export, and batch actions. */
export const ownBookingsContract = {
  export: endpoint(
    { access: 'bookings.update', fresh: true, answerMs: 10_000 },
    { method: 'GET', path: '/bookings/mine/export', summary: 'Eigene Buchungen als CSV oder XLSX' },
  )
    .input(ownFilter.extend({ format: exportFormat.default('csv') }))
    .output(z.file()),
  release: endpoint(
    { access: 'bookings.cancel', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/bookings/mine/releases',
      summary: 'Mehrere Stunden freigeben',
      description: 'Bookings that have begun or are no longer approved are skipped.',
      refuses: ['in-progress', 'key-reused'],
      example: manyExample,
    },
  )
    .input(manyHours)
    .output(changed),
  reclaim: endpoint(
    { access: 'bookings.cancel', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/bookings/mine/reclaims',
      summary: 'Mehrere freigegebene Stunden zurücknehmen',
      description: 'Hours that others have taken over are skipped.',
      refuses: ['in-progress', 'key-reused'],
      example: manyExample,
    },
  )
    .input(manyHours)
    .output(changed),
  cancel: endpoint(
    { access: 'bookings.cancel', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/bookings/mine/cancellations',
      summary: 'Mehrere Termine absagen',
      description:
        'One reason applies to all; everybody concerned gets one mail. Bookings that have begun or are already cancelled are skipped.',
      refuses: ['in-progress', 'key-reused'],
      example: { ...manyExample, reason: 'Halle wird gestrichen' },
    },
  )
    .input(manyCancelled)
    .output(changed),
  restore: endpoint(
    { access: 'bookings.cancel', answerMs: 20_000 },
    {
      method: 'POST',
      path: '/bookings/mine/restorations',
      summary: 'Die Absage mehrerer Termine zurücknehmen',
      description: 'Skips hours that are occupied or closed by now. Hours that require approval are requested again.',
      refuses: ['in-progress', 'key-reused'],
      example: manyExample,
    },
  )
    .input(manyHours)
    .output(changed.extend({ asked: z.int().describe('The number of hours that were requested again.') })),
};
