import { randomUUID } from 'node:crypto';
import type { BookingInput, BookingView } from '#shared/halls/bookings.ts';
import { instantOf } from '#shared/kernel/calendar.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import type { Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { FacilityRow } from '../facilities/service.ts';
import type { Holder } from '../organisations/service.ts';
import { recordBooking } from './record.ts';
import { buildOccupiedProblem, readPlace, refusalOf } from './place.ts';
import { purposeOf, requireDepartment, type Purpose } from './purpose.ts';
import { allowBooking, bookedFor, clubOf, firstState } from './rights.ts';
import { claim, findOverlaps, lockFacilities, type BookingRow, type Claim } from './occupancy.ts';
import { booking } from './table.ts';
import { toBookingView } from './view.ts';

/** Books or requests one date. Throws 422 with the rule on its field, 409 with the conflicts. */
export async function createBooking(context: Context, write: Write, input: BookingInput): Promise<BookingView> {
  const viewer = signedIn(context);
  const { tx } = write;
  const place = await readPlace(tx, input.facilityId, input.date, input.date);
  allowBooking(context, place.facility);
  const refusal = refusalOf(place, input, viewer, input.windowReason);
  if (refusal) throw new Problem('invalid-input', { fields: [refusal] });
  const wanted: Claim = {
    id: randomUUID(),
    unitIds: input.unitIds,
    startsAt: instantOf(input.date, input.startTime),
    endsAt: instantOf(input.date, input.endTime),
    isBlocking: firstState(viewer, place.facility) === 'approved',
  };
  const { bufferMinutes } = place.facility;
  // Most conflicts are found here, without waiting for concurrent writes; the constraint below catches the rest.
  const known = await findOverlaps(tx, [wanted], bufferMinutes);
  if (known.length > 0) throw buildOccupiedProblem(viewer, known, place.units);
  await lockFacilities(tx, [input.facilityId]);
  const holder = await bookedFor(tx, viewer, place.facility, input.organisationId);
  await requireDepartment(tx, clubOf(holder), input);
  const row = await insertBooking(write, viewer, place.facility, { ...input, ...wanted, ...holder, localDate: input.date });
  const refused = await claim(tx, [wanted], bufferMinutes);
  if (refused.size > 0) throw buildOccupiedProblem(viewer, await findOverlaps(tx, [wanted], bufferMinutes), place.units);
  const reason = input.windowReason === '' ? '' : ` (${input.windowReason})`;
  recordBooking(write, place.facility, row, 'bookings.create', `${wanted.isBlocking ? 'Gebucht' : 'Angefragt'}${reason}`);
  return toBookingView(viewer, row, place.facility);
}

async function insertBooking(
  { tx }: Write,
  viewer: Viewer,
  facility: FacilityRow,
  values: Purpose & Holder & Pick<BookingRow, 'id' | 'localDate' | 'startsAt' | 'endsAt'> & { unitIds: readonly string[] },
): Promise<BookingRow> {
  const [row] = await tx
    .insert(booking)
    .values({
      ...purposeOf(values),
      id: values.id,
      club: values.club,
      organisationId: values.organisationId,
      holder: values.holder,
      facilityId: facility.id,
      unitIds: [...new Set(values.unitIds)].toSorted(),
      localDate: values.localDate,
      startsAt: values.startsAt,
      endsAt: values.endsAt,
      state: firstState(viewer, facility),
      createdBy: viewer.userId,
      createdAt: now(),
    })
    .returning();
  if (!row) throw new Error('The insert returned no booking.');
  return row;
}
