import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { BookingView } from '#shared/halls/bookings.ts';
import { readUnits } from '../facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { beyondScope, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { purposeOf, requireDepartment } from './purpose.ts';
import { writeToClub } from './emails.ts';
import { buildOccupiedProblem } from './place.ts';
import { recordBooking } from './record.ts';
import { allowBooking, allowTheirs } from './rights.ts';
import { lockBooking, refuseBegun } from './rows.ts';
import { hourWords, releaseHour } from './hours.ts';
import { claim, giveBack, inTheWay, type BookingRow, type Claim } from './occupancy.ts';
import { booking } from './table.ts';
import { toBookingView } from './view.ts';

/** Releases an hour, so that another club may have it; the other clubs of the town are notified. */
export async function releaseBooking(context: Context, write: Write, id: string): Promise<BookingView> {
  const viewer = signedIn(context);
  const { row, facility } = await lockBooking(write.tx, viewer, { id });
  allowTheirs(context, row, 'bookings.cancel');
  refuseBegun(row);
  if (row.state !== 'approved') throw new Problem('not-offered');
  const after = await releaseHour(write, row, facility);
  recordBooking(write, facility, after, 'bookings.cancel', 'Stunde freigegeben');
  return toBookingView(viewer, after, facility);
}

/** Takes a given-back hour again, while nobody has it. */
export async function reclaimBooking(context: Context, write: Write, id: string): Promise<BookingView> {
  const viewer = signedIn(context);
  const { row, facility } = await lockBooking(write.tx, viewer, { id });
  allowTheirs(context, row, 'bookings.cancel');
  refuseBegun(row);
  if (row.state !== 'released') throw new Problem('not-offered');
  await giveBack(write.tx, [id]);
  const wanted: Claim = { ...row, isBlocking: true };
  if ((await claim(write.tx, [wanted], facility.bufferMinutes)).size > 0)
    throw buildOccupiedProblem(
      viewer,
      await inTheWay(write.tx, [wanted], facility.bufferMinutes),
      await readUnits(write.tx, [facility.id]),
    );
  const after = await setState(write, row, 'approved');
  recordBooking(write, facility, after, 'bookings.cancel', 'Freigabe zurückgenommen');
  return toBookingView(viewer, after, facility);
}

/** Claims an hour that another club released: the second one gets 409. */
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
  await giveBack(tx, [row.id]);
  await beyondScope(tx, () => setState(write, row, 'taken_over'));
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
  recordBooking(write, facility, after, 'bookings.create', `Freie Stunde von ${row.club} übernommen`);
  await writeToClub(tx, row.club, {
    subject: `Übernommen: ${facility.name}`,
    body: `${viewer.club} hat Ihre freigegebene Stunde übernommen.\n\n${hourWords(row, facility)}\n`,
    onceKey: `taken:${row.id}:${after.id}`,
    alsoTo: row.createdBy,
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
