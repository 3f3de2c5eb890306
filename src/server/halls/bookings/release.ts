import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { BookingView } from '#shared/halls/bookings.ts';
import { readUnits } from '../facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { inAllClubs, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { purposeOf, requireDepartment } from './purpose.ts';
import { planPageOf, writeToHolder } from './emails.ts';
import { buildOccupiedProblem } from './place.ts';
import { recordBooking } from './record.ts';
import { allowBooking, requireOwnBooking } from './rights.ts';
import { lockBooking, refuseBegun } from './rows.ts';
import { hourWords, releaseHour } from './hours.ts';
import { claim, releaseUnits, findOverlaps, type BookingRow, type Claim } from './occupancy.ts';
import { booking } from './table.ts';
import { toBookingView } from './view.ts';

/** Releases an hour, so that another club may take it; the other clubs of the town are notified. */
export async function releaseBooking(context: Context, write: Write, id: string): Promise<BookingView> {
  const viewer = signedIn(context);
  const { row, facility } = await lockBooking(write.tx, viewer, { id });
  requireOwnBooking(context, row, 'bookings.cancel');
  refuseBegun(row);
  if (row.state !== 'approved') throw new Problem('not-offered');
  const after = await releaseHour(context.settings, write, row, facility);
  recordBooking(write, facility, after, 'bookings.cancel', 'Stunde freigegeben');
  return toBookingView(viewer, after, facility);
}

/** Reclaims a released hour while nobody has taken it. */
export async function reclaimBooking(context: Context, write: Write, id: string): Promise<BookingView> {
  const viewer = signedIn(context);
  const { row, facility } = await lockBooking(write.tx, viewer, { id });
  requireOwnBooking(context, row, 'bookings.cancel');
  refuseBegun(row);
  if (row.state !== 'released') throw new Problem('not-offered');
  await releaseUnits(write.tx, [id]);
  const wanted: Claim = { ...row, isBlocking: true };
  if ((await claim(write.tx, [wanted], facility.bufferMinutes)).size > 0)
    throw buildOccupiedProblem(
      viewer,
      await findOverlaps(write.tx, [wanted], facility.bufferMinutes),
      await readUnits(write.tx, [facility.id]),
    );
  const after = await setState(write, row, 'approved');
  recordBooking(write, facility, after, 'bookings.cancel', 'Freigabe zurückgenommen');
  return toBookingView(viewer, after, facility);
}

/** Takes over an hour that another club released; throws 409 for the second one. */
export async function takeOverBooking(
  context: Context,
  write: Write,
  { id, ...purpose }: { id: string } & Parameters<typeof purposeOf>[0],
): Promise<BookingView> {
  const viewer = signedIn(context);
  const { tx } = write;
  const { row, facility } = await lockBooking(tx, viewer, { id });
  allowBooking(context, facility);
  if (row.state !== 'released' || row.startsAt <= now() || row.club === viewer.club) throw new Problem('not-offered');
  await requireDepartment(tx, viewer.club, purpose);
  await releaseUnits(tx, [row.id]);
  await inAllClubs(tx, () => setState(write, row, 'taken_over'));
  const [after] = await tx
    .insert(booking)
    .values({
      ...purposeOf(purpose),
      id: randomUUID(),
      club: viewer.club,
      facilityId: facility.id,
      unitIds: row.unitIds,
      localDate: row.localDate,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      state: 'approved',
      takenOverFrom: row.id,
      createdBy: viewer.userId,
      createdAt: now(),
    })
    .returning();
  if (!after || (await claim(tx, [{ ...after, isBlocking: true }], facility.bufferMinutes)).size > 0) throw new Problem('not-offered');
  recordBooking(write, facility, after, 'bookings.create', `Freie Stunde von ${row.holder || row.club} übernommen`);
  await writeToHolder(tx, context.settings, row, {
    subject: `Übernommen: ${facility.name}`,
    body: `${viewer.club} hat Ihre freigegebene Stunde übernommen.\n\n${hourWords(row, facility)}\n`,
    page: planPageOf(row),
    onceKey: `taken:${row.id}:${after.id}`,
  });
  return toBookingView(viewer, after, facility);
}

async function setState({ tx }: Write, row: BookingRow, state: 'approved' | 'taken_over'): Promise<BookingRow> {
  const [after] = await tx
    .update(booking)
    .set({ state, version: sql`${booking.version} + 1` })
    .where(eq(booking.id, row.id))
    .returning();
  if (!after) throw new Problem('not-found');
  return after;
}
