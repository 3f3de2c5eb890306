import { eq, inArray, sql } from 'drizzle-orm';
import { germanDate, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { FacilityRow } from '../facilities/service.ts';
import { writeToClub } from './emails.ts';
import { withdrawMoves } from './moves.ts';
import { claim, giveBack, type BookingRow, type Taken } from './occupancy.ts';
import { booking } from './table.ts';

/**
 * Releases an approved hour, so that another club may have it; the other clubs of the town are notified. The caller has
 * checked the right and holds the facility's lock.
 */
export async function releaseHour(write: Write, row: BookingRow, facility: FacilityRow): Promise<BookingRow> {
  const after = await giveHourBack(write, row, facility);
  await notifyOfReleased(write.tx, facility, [row]);
  return after;
}

/** The same without a notice: several hours go into one mail. */
export async function giveHourBack({ tx }: Write, row: BookingRow, facility: FacilityRow): Promise<BookingRow> {
  const [after] = await tx
    .update(booking)
    .set({ state: 'released', version: sql`${booking.version} + 1`, releasedAt: now() })
    .where(eq(booking.id, row.id))
    .returning();
  if (!after) throw new Error('A booking that is locked has gone.');
  await giveBack(tx, [row.id]);
  await withdrawMoves(tx, [row.id]);
  await claim(tx, [{ ...row, isBlocking: false }], facility.bufferMinutes);
  return after;
}

/** Notifies the other clubs of the town of released hours of a hall; all are those of one club. */
export async function notifyOfReleased(tx: Transaction, facility: FacilityRow, rows: readonly BookingRow[]): Promise<void> {
  const [first] = rows;
  if (!first || facility.ownerKind !== 'municipality') return;
  const isOne = rows.length === 1;
  const body = `${first.club} gibt ${isOne ? 'eine Stunde' : `${rows.length} Stunden`} frei. Wer zuerst kommt, bekommt sie (Verwaltung, Belegung).`;
  for (const club of clubNames.filter((name) => name !== first.club && name !== facility.managerClub)) {
    await writeToClub(tx, club, {
      subject: `${isOne ? 'Freie Stunde' : 'Freie Stunden'}: ${facility.name}`,
      body: `${body}\n\n${rows.map((row) => hourWords(row, facility)).join('\n')}\n`,
      onceKey: `released:${first.id}:${first.version}${isOne ? '' : `:${rows.length}`}`,
    });
  }
}

/** Asks the clubs that have a time whether they would give it back. */
export async function askForHour(tx: Transaction, asking: BookingRow, taken: readonly Taken[], facility: FacilityRow): Promise<void> {
  for (const club of new Set(taken.map((one) => one.club))) {
    await writeToClub(tx, club, {
      subject: `Bitte um eine Hallenzeit von ${asking.club}`,
      body: `${asking.club} fragt, ob Sie diese Zeit freigeben können (Verwaltung, Belegung, „Stunde freigeben“):\n\n${hourWords(asking, facility)}\n`,
      onceKey: `ask:${asking.id}:${club}`,
    });
  }
}

/** "Sporthalle, 28.09.2026, 18:00–19:30 Uhr". */
export function hourWords(row: Pick<BookingRow, 'startsAt' | 'endsAt'>, { name }: Pick<FacilityRow, 'name'>): string {
  return `${name}, ${germanDate(localOf(row.startsAt).date)}, ${timesInWords(row)}`;
}

/** Ends bookings: cancels hours, withdraws requests. Their time is free at once. */
export async function endBookings(
  tx: Transaction,
  rows: readonly BookingRow[],
  state: 'cancelled' | 'withdrawn',
  reason: string,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await giveBack(tx, ids);
  await withdrawMoves(tx, ids);
  await tx
    .update(booking)
    .set({ state, reason, version: sql`${booking.version} + 1` })
    .where(inArray(booking.id, ids));
}
