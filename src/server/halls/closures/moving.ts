import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { instantOf } from '#shared/kernel/calendar.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { claim, type BookingRow } from '../bookings/service.ts';
import { booking } from '../bookings/table.ts';
import { readFacility, type FacilityRow } from '../facilities/service.ts';
import type { ProposedMove } from '../organisations/table.ts';
import type { calendarDayRule } from './table.ts';

/** A range of days on which a facility is closed. */
export type Closure = { rule: typeof calendarDayRule.$inferSelect; facility: FacilityRow };

/** The dates that a closure displaced and that still lack a hall, soonest first. */
export function displacedBy(tx: Transaction, ruleId: string, ids?: readonly string[]): Promise<BookingRow[]> {
  return inAllClubs(tx, () =>
    tx
      .select()
      .from(booking)
      .where(
        and(
          eq(booking.displacedBy, ruleId),
          eq(booking.state, 'displaced'),
          gt(booking.startsAt, now()),
          ids ? inArray(booking.id, [...ids]) : undefined,
        ),
      )
      .orderBy(asc(booking.startsAt), asc(booking.id))
      .limit(500),
  );
}

/** Another time in another hall. */
export type OtherPlace = Omit<ProposedMove, 'bookingId'>;

/** The start and end of a date at another place. */
export function timesThere(row: BookingRow, { startTime }: OtherPlace): { startsAt: Date; endsAt: Date } {
  const startsAt = instantOf(row.localDate, startTime);
  return { startsAt, endsAt: new Date(startsAt.getTime() + row.endsAt.getTime() - row.startsAt.getTime()) };
}

/** Moves a displaced date to another place, unless that has been taken meanwhile. */
export async function moveTo(tx: Transaction, row: BookingRow, place: OtherPlace): Promise<BookingRow | undefined> {
  const { facilityId, unitIds } = place;
  const times = timesThere(row, place);
  const { bufferMinutes } = await readFacility(tx, facilityId);
  const refused = await claim(tx, [{ ...row, unitIds, ...times, isBlocking: true }], bufferMinutes);
  if (refused.size > 0) return undefined;
  const [after] = await inAllClubs(tx, () =>
    tx
      .update(booking)
      .set({ facilityId, unitIds, ...times, state: 'approved', displacedBy: null, reason: '', version: sql`${booking.version} + 1` })
      .where(eq(booking.id, row.id))
      .returning(),
  );
  return after;
}

/** Groups dates by holder. */
export function byHolder(rows: readonly BookingRow[]): BookingRow[][] {
  return [...Map.groupBy(rows, ({ organisationId, club }) => organisationId ?? club).values()];
}
