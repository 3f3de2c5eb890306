import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import type { HallNow } from '#shared/halls/halls.ts';
import { booking } from '../bookings/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import type { FacilityRow } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';

const shownAtMost = 12;

/** The current bookings in the halls of a club and of the town, on GSV in all halls; no more details than the plan at the door shows. */
export async function hallsNow(tx: Transaction, host: ClubName): Promise<HallNow[]> {
  const clubs = host === 'GSV' ? clubNames : [host];
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ facility, booking })
      .from(booking)
      .innerJoin(facility, eq(facility.id, booking.facilityId))
      .where(
        and(
          eq(facility.isActive, true),
          or(inArray(facility.ownerClub, [...clubs]), isNull(facility.ownerClub)),
          inArray(booking.state, bookingSets.blocking),
          lte(booking.startsAt, now()),
          gt(booking.endsAt, now()),
        ),
      )
      .orderBy(asc(facility.name), asc(booking.endsAt), asc(booking.id))
      .limit(shownAtMost),
  );
  return rows.map(({ facility: { slug, name, publicDetail }, booking: one }) => ({
    slug,
    name,
    until: one.endsAt.toISOString(),
    ...shownOf(publicDetail, one),
  }));
}

/** The details of a booking that are public at a facility; the group name of an organisation is never public. */
export function shownOf(detail: FacilityRow['publicDetail'], { club, holder, title }: { club: ClubName; holder: string; title: string }) {
  return { club: detail === 'busy' ? null : holder || club, title: detail === 'title' && holder === '' ? title : null };
}
