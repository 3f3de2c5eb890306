import { germanDate, localOf, timeRange } from '#shared/kernel/calendar.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { FacilityRow } from '../facilities/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import type { BookingRow } from './occupancy.ts';

/**
 * Records a write on a booking in the audit log of its club and notifies the browsers. The notice goes to the readers of facilities: plans
 * of the town's halls are visible to all clubs, and a notice contains no data.
 */
export function recordBooking(
  write: Write,
  facility: FacilityRow,
  row: BookingRow,
  action: Permission,
  words: string,
  before?: Partial<BookingRow>,
  by?: Actor,
): void {
  write.audit(
    action,
    { club: row.club, id: row.id, entity: 'facilities', by },
    `${words}: ${facility.name}, ${germanDate(localOf(row.startsAt).date)}, ${timeRange(row)}`,
    {
      before: before && { ...before },
      after: { state: row.state, startsAt: row.startsAt, endsAt: row.endsAt, unitIds: row.unitIds, title: row.title },
    },
  );
  notifyPlan(write, facility);
}

/** Notifies every browser that shows a plan of this facility. */
export function notifyPlan(write: Write, facility: Pick<FacilityRow, 'id' | 'managerClub'>): void {
  write.changed({ collection: 'facilities', club: facility.managerClub, entityId: facility.id });
}
