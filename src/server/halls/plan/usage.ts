import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { oneOf } from '#server/platform/database/columns.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import type { BookingView } from '#shared/halls/bookings.ts';
import { unusedInARow, type UnusedSeries } from '#shared/halls/bookingSeries.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import type { FacilityRow } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { inAllClubs, type Write, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { planPageOf, writeToClub } from '../bookings/emails.ts';
import { recordBooking } from '../bookings/record.ts';
import { isTheirs, mayDecide } from '../bookings/rights.ts';
import { lockBooking } from '../bookings/rows.ts';
import type { BookingRow } from '../bookings/service.ts';
import { booking, bookingSeries } from '../bookings/table.ts';
import { toBookingView } from '../bookings/view.ts';

/**
 * Records whether a begun hour was used, as stated by its club or the facility's manager. After three consecutive unused dates the managing
 * club and the club of the series are notified.
 */
export async function markUse(context: Context, write: Write, { id, isUsed }: { id: string; isUsed: boolean }): Promise<BookingView> {
  const viewer = signedIn(context);
  const { row, facility: at } = await lockBooking(write.tx, viewer, { id });
  if (!isTheirs(viewer, row, 'bookings.update') && !mayDecide(viewer, at)) throw new Problem('forbidden');
  if (row.startsAt > now() || !bookingSets.blocking.includes(row.state))
    throw new Problem('not-offered', { fields: [{ path: 'isUsed', message: 'Das lässt sich erst sagen, wenn die Stunde begonnen hat.' }] });
  const [after] = await write.tx
    .update(booking)
    .set({ state: isUsed ? 'held' : 'not_used', version: sql`${booking.version} + 1` })
    .where(eq(booking.id, id))
    .returning();
  if (!after) throw new Problem('not-found');
  recordBooking(write, at, after, 'bookings.update', isUsed ? 'Stunde genutzt' : 'Stunde nicht genutzt', { state: row.state });
  if (!isUsed && after.seriesId && (await isUnused(write.tx, after.seriesId))) await notifyUnused(context, write.tx, after, at);
  return toBookingView(viewer, after, at);
}

/** The series, at facilities that a viewer decides on, whose last three dates were unused. */
export async function readUnused(context: Context, tx: Transaction): Promise<UnusedSeries[]> {
  const viewer = signedIn(context);
  const places = (await tx.select().from(facility).orderBy(asc(facility.name)).limit(500)).filter((one) => mayDecide(viewer, one));
  if (places.length === 0) return [];
  const ids = sql.param(places.map(({ id }) => id));
  const { rows } = await inAllClubs(tx, () =>
    tx.execute<{ series_id: string; last_on: string }>(
      sql`select series_id, max(local_date)::text as last_on from (
          select series_id, state, local_date, row_number() over (partition by series_id order by starts_at desc) as age
          from booking where facility_id = any (${ids}::uuid[]) and series_id is not null and state in ${oneOf(bookingSets.marked)}
            and starts_at > ${now()}::timestamptz - interval '1 year') marked
        where age <= ${unusedInARow} group by series_id
        having count(*) = ${unusedInARow} and bool_and(state = 'not_used')
        order by 2 desc, 1 limit 100`,
    ),
  );
  if (rows.length === 0) return [];
  const series = await inAllClubs(tx, () =>
    tx
      .select()
      .from(bookingSeries)
      .where(
        inArray(
          bookingSeries.id,
          rows.map((row) => row.series_id),
        ),
      ),
  );
  return rows.flatMap(({ series_id: seriesId, last_on: lastOn }) => {
    const row = series.find(({ id }) => id === seriesId);
    if (!row) return [];
    const { club, facilityId, weekday, startTime, endTime } = row;
    return [{ seriesId, club, facilityId, weekday, startTime: startTime.slice(0, 5), endTime: endTime.slice(0, 5), lastOn }];
  });
}

async function isUnused(tx: Transaction, seriesId: string): Promise<boolean> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ state: booking.state })
      .from(booking)
      .where(and(eq(booking.seriesId, seriesId), inArray(booking.state, bookingSets.marked)))
      .orderBy(desc(booking.startsAt))
      .limit(unusedInARow),
  );
  return rows.length === unusedInARow && rows.every(({ state }) => state === 'not_used');
}

async function notifyUnused({ settings }: Context, tx: Transaction, row: BookingRow, at: FacilityRow): Promise<void> {
  const { date, time } = localOf(row.startsAt);
  for (const club of new Set([at.managerClub, row.club]))
    await writeToClub(tx, settings, club, {
      subject: `${unusedInARow} Stunden nacheinander nicht genutzt: ${at.name}`,
      body: `Zu einer Serie von ${row.club} kam ${unusedInARow}-mal nacheinander niemand, zuletzt am ${germanDate(date)} um ${time} Uhr (${at.name}).\n\nBitte prüfen Sie, ob die Zeit noch gebraucht wird.\n`,
      page: planPageOf(row),
      onceKey: `unused:${row.seriesId}:${row.localDate}`,
    });
}
