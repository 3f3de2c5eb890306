import { z } from 'zod';
import { ageGroups, bookingKinds, bookingStates } from './bookingStates.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, localTime, paragraphs, requiredLine, version } from '#shared/kernel/fields.ts';
import { freeInput } from './freeSearch.ts';
import { holidayModes } from './holidays.ts';
import { ownFilter } from './ownBookings.ts';

/** A booking as visible to the user: of other clubs only club, place and time. */
export const bookingView = z.object({
  id,
  seriesId: id.nullable(),
  club: clubName,
  holder: z.string().describe('The holder: the name of the club, or of the organisation for which it was booked.'),
  facilityId: id,
  unitIds: z.array(id),
  date: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  state: z.enum(bookingStates),
  title: z.string().nullable(),
  kind: z.enum(bookingKinds).nullable(),
  ageGroup: z.enum(ageGroups).nullable(),
  expectedParticipants: z.int().nullable(),
  priority: z.int().nullable(),
  message: z.string().nullable(),
  contactPerson: z.string().nullable(),
  contactPhone: z.string().nullable(),
  departmentId: id.nullable().describe('The department of the club; null for none, and for bookings of other clubs.'),
  reason: z.string().nullable(),
  offer: z.object({ facilityId: id, unitIds: z.array(id), startTime: z.string(), endTime: z.string() }).nullable(),
  may: z.array(z.enum(['change', 'cancel', 'release', 'reclaim', 'withdraw', 'answer', 'decide', 'takeOver', 'mark'])),
  version,
});
export type BookingView = z.infer<typeof bookingView>;

/** Another request for an approved time, by its next date. */
const rival = z.object({ id, holder: z.string(), isSeries: z.boolean().describe('A series is decided with all its future dates.') });
export type Rival = z.infer<typeof rival>;

const purpose = {
  title: requiredLine(120),
  kind: z.enum(bookingKinds),
  ageGroup: z.enum(ageGroups).nullable().default(null),
  expectedParticipants: z.int().min(1).max(100_000).nullable().default(null),
  message: paragraphs(1000).default(''),
  contactPerson: line(120).default(''),
  contactPhone: line(40).default(''),
  departmentId: id.nullable().default(null).describe('The department of the club.'),
};
const place = { facilityId: id, unitIds: z.array(id).min(1, 'Bitte mindestens einen Teil wählen.').max(24) };
const times = { startTime: localTime, endTime: localTime };
const holder = {
  organisationId: id.nullable().default(null).describe('The holder, if set by a facility manager; null for the own club.'),
};

/** A single booking: a day with local times, the units, the purpose and the holder. */
export const bookingInput = z.strictObject({
  ...place,
  ...purpose,
  ...holder,
  date: localDate,
  ...times,
  windowReason: line(200).default('').describe('The reason to book outside of the booking window; only for managers of the facility.'),
});
export type BookingInput = z.infer<typeof bookingInput>;

const resolution = z.strictObject({
  date: localDate,
  action: z.enum(['skip', 'time', 'facility', 'ask']),
  startTime: localTime.optional(),
  endTime: localTime.optional(),
  facilityId: id.optional(),
  unitIds: z.array(id).min(1).max(24).optional(),
});

/** A weekly booking between two days, at an interval of one or more weeks. */
export const seriesInput = z
  .strictObject({
    ...place,
    ...purpose,
    ...holder,
    ...times,
    weekday: z.int().min(1).max(7),
    startsOn: localDate,
    endsOn: localDate,
    intervalWeeks: z.int().min(1).max(8).default(1),
    holidayMode: z.enum(holidayModes).default('skip_both'),
    resolutions: z.array(resolution).max(530).default([]),
  })
  .refine(({ startsOn, endsOn }) => endsOn >= startsOn, { path: ['endsOn'], message: 'Der letzte Tag darf nicht vor dem ersten liegen.' });
export type SeriesInput = z.infer<typeof seriesInput>;
export type Resolution = z.infer<typeof resolution>;

/** A conflicting booking, as far as the user may see it. */
export const conflict = z.object({
  club: clubName,
  holder: z.string(),
  title: z.string().nullable(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
/** A free slot at a facility. */
export const slot = z.object({
  facilityId: id,
  facilityName: z.string(),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  unitIds: z.array(id),
});
export type Slot = z.infer<typeof slot>;

/** A date of a series before or after its creation: free, omitted with a reason, or in conflict. */
const checkedDate = z.object({
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  result: z.enum(['free', 'skipped', 'conflict', 'asked']),
  reason: z.string(),
  conflicts: z.array(conflict),
  otherTimes: z.array(slot),
  otherHalls: z.array(slot),
});
export type CheckedDate = z.infer<typeof checkedDate>;

const scope = z.enum(['one', 'following', 'all']).default('one').describe('This date, this and the following, or all future dates.');

/** A change of one date, of this and the following ones, or of a whole series. */
export const bookingChange = z.strictObject({
  id,
  ...purpose,
  ...times,
  facilityId: id.optional().describe('The new facility; without it the facility stays the same.'),
  unitIds: place.unitIds,
  date: localDate,
  scope,
  version,
});

/** A decision on a request: approval, rejection with a reason, or a counter-offer. */
export const bookingDecision = z
  .strictObject({
    id,
    action: z.enum(['approve', 'reject', 'offer']),
    scope,
    onlyFree: z.boolean().default(false).describe('Approves the free dates only, instead of failing if some are occupied.'),
    reason: line(300).default(''),
    offer: z.strictObject({ ...place, ...times }).optional(),
  })
  .refine(({ action, reason }) => action !== 'reject' || reason !== '', { path: ['reason'], message: 'Bitte einen Grund nennen.' })
  .refine(({ action, offer }) => action !== 'offer' || offer, { path: ['offer'], message: 'Bitte ausfüllen.' });

const one = z.strictObject({ id });
const counted = z.object({ changed: z.int() });
const exampleIds = { facilityId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11', unitIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'] };
const examplePurpose = { title: 'Volleyball', kind: 'training', ageGroup: 'adults' };
const exampleTimes = { startTime: '18:30', endTime: '20:00' };
const exampleSeries = { ...exampleIds, ...examplePurpose, ...exampleTimes, weekday: 1, startsOn: '2027-01-04', endsOn: '2027-03-22' };
const creating = ['occupied', 'in-progress', 'key-reused'] as const;

/** The period of a plan, of one facility or of all. */
export const planInput = z.strictObject({ from: localDate, to: localDate, facility: id.optional() });

/** Bookings of facilities (/admin/bookings, /admin/events). */
export const bookingsContract = {
  plan: endpoint({ access: 'bookings.list' }, { method: 'GET', path: '/bookings/plan', summary: 'Belegungsplan' })
    .input(planInput)
    .output(
      z.object({
        bookings: z.array(bookingView),
        pauses: z.array(z.object({ facilityId: id, date: z.string(), reason: z.string() })),
        /** Whether the result is truncated; the latest bookings are missing. */
        isCut: z.boolean(),
      }),
    ),
  mine: endpoint({ access: 'bookings.update' }, { method: 'GET', path: '/bookings/mine', summary: 'Eigene Buchungen und Anfragen' })
    .input(ownFilter)
    .output(z.array(bookingView)),
  free: endpoint({ access: 'facilities.freeBusy' }, { method: 'GET', path: '/bookings/free', summary: 'Freie Zeiten suchen' })
    .input(freeInput)
    .output(z.array(slot)),
  create: endpoint(
    { access: 'bookings.create' },
    {
      method: 'POST',
      path: '/bookings',
      summary: 'Einzeltermin buchen oder anfragen',
      description: 'A violated rule fails with 422 on its field, an occupied time with 409 and the conflicts.',
      refuses: creating,
      example: { ...exampleIds, ...examplePurpose, ...exampleTimes, date: '2027-01-04' },
    },
  )
    .input(bookingInput)
    .output(bookingView),
  checkSeries: endpoint(
    { access: 'bookings.create' },
    { method: 'POST', path: '/bookings/series/check', summary: 'Serie prüfen, ohne zu buchen', example: exampleSeries },
  )
    .input(seriesInput)
    .output(z.array(checkedDate)),
  createSeries: endpoint(
    { access: 'bookings.create' },
    {
      method: 'POST',
      path: '/bookings/series',
      summary: 'Wöchentliche Serie buchen oder anfragen',
      description: 'One transaction: occupied dates are skipped and listed; if all are occupied, the request fails with 409.',
      refuses: creating,
      example: exampleSeries,
    },
  )
    .input(seriesInput)
    .output(z.object({ seriesId: id, state: z.enum(bookingStates), created: z.int(), dates: z.array(checkedDate) })),
  change: endpoint(
    { access: 'bookings.update' },
    {
      method: 'PUT',
      path: '/bookings/{id}',
      summary: 'Buchung ändern',
      refuses: ['occupied', 'conflict'],
      example: { ...examplePurpose, ...exampleTimes, unitIds: exampleIds.unitIds, date: '2027-01-04', scope: 'one', version: 1 },
    },
  )
    .input(bookingChange)
    .output(
      counted.extend({
        asked: z.int().optional().describe('The number of bookings whose move awaits approval; missing if there are none.'),
      }),
    ),
  cancel: endpoint(
    { access: 'bookings.cancel' },
    { method: 'POST', path: '/bookings/{id}/cancel', summary: 'Absagen', example: { scope: 'one', reason: 'Trainer krank' } },
  )
    .input(z.strictObject({ id, scope, reason: line(300).default('') }))
    .output(counted),
  release: endpoint(
    { access: 'bookings.cancel' },
    { method: 'POST', path: '/bookings/{id}/release', summary: 'Stunde freigeben', refuses: ['not-offered'] },
  )
    .input(one)
    .output(bookingView),
  reclaim: endpoint(
    { access: 'bookings.cancel' },
    { method: 'POST', path: '/bookings/{id}/reclaim', summary: 'Freigabe zurücknehmen', refuses: ['not-offered', 'occupied'] },
  )
    .input(one)
    .output(bookingView),
  takeOver: endpoint(
    { access: 'bookings.create' },
    {
      method: 'POST',
      path: '/bookings/{id}/take-over',
      summary: 'Freigegebene Stunde übernehmen',
      description: 'The first request wins; later ones fail with 409.',
      refuses: ['not-offered', 'in-progress', 'key-reused'],
      example: examplePurpose,
    },
  )
    .input(z.strictObject({ id, ...purpose }))
    .output(bookingView),
  withdraw: endpoint(
    { access: 'bookings.update' },
    {
      method: 'POST',
      path: '/bookings/{id}/withdraw',
      summary: 'Anfrage zurückziehen',
      refuses: ['not-offered'],
      example: { scope: 'one' },
    },
  )
    .input(z.strictObject({ id, scope }))
    .output(counted),
  answer: endpoint(
    { access: 'bookings.update' },
    {
      method: 'POST',
      path: '/bookings/{id}/answer',
      summary: 'Gegenvorschlag annehmen oder ablehnen',
      refuses: ['not-offered', 'occupied'],
      example: { isAccepted: true, scope: 'one' },
    },
  )
    .input(z.strictObject({ id, isAccepted: z.boolean(), scope }))
    .output(counted),
  decide: endpoint(
    { access: 'bookings.confirm' },
    {
      method: 'POST',
      path: '/bookings/{id}/decision',
      summary: 'Anfrage entscheiden',
      description: 'Approves all dates or only the free ones, rejects the request, or offers another time or location.',
      refuses: ['not-offered', 'occupied'],
      example: { action: 'approve', scope: 'one', onlyFree: false, reason: '' },
    },
  )
    .input(bookingDecision)
    .output(z.object({ changed: z.int(), left: z.int(), rivals: z.array(rival).describe('Other open requests for the approved times.') })),
};
