import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { ownHoursAtMost } from '#shared/halls/ownHours.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { writeCalendar } from '#server/platform/formats/ical.ts';
import { now } from '#server/platform/process/clock.ts';
import { booking } from '../bookings/table.ts';
import { readUnits } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import type { Speaker } from '../organisations/links.ts';

/** The future confirmed dates of an organisation as a calendar file; each has a stable id, so that a later file updates it. */
export async function ownCalendar(tx: Transaction, { organisation }: Speaker): Promise<File> {
  const rows = await tx
    .select({ row: booking, place: facility })
    .from(booking)
    .innerJoin(facility, eq(facility.id, booking.facilityId))
    .where(and(eq(booking.organisationId, organisation.id), gt(booking.endsAt, now()), inArray(booking.state, bookingSets.blocking)))
    .orderBy(asc(booking.startsAt), asc(booking.id))
    .limit(ownHoursAtMost);
  const units = await readUnits(tx, [...new Set(rows.map(({ place }) => place.id))]);
  const entries = rows.map(({ row, place }) => {
    const own = units.filter(({ facilityId }) => facilityId === place.id);
    const parts = own.filter(({ id }) => row.unitIds.includes(id)).map(({ label }) => label);
    return {
      uid: `booking-${row.id}@vereinsportal`,
      title: row.title,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      place: [place.name, ...(parts.length < own.length ? parts : [])].join(', '),
    };
  });
  const text = writeCalendar(`Hallenzeiten ${organisation.name}`, entries, now());
  return new File([text], 'hallenzeiten.ics', { type: 'text/calendar; charset=utf-8' });
}
