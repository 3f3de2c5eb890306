import { eq, inArray, sql } from 'drizzle-orm';
import type { Settings } from '#server/platform/process/settings.ts';
import { germanDate, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { FacilityRow } from '../facilities/service.ts';
import { planPageOf, writeToClub } from './emails.ts';
import { withdrawMoves } from './moves.ts';
import { claim, releaseUnits, type BookingRow, type Taken } from './occupancy.ts';
import { booking } from './table.ts';

/**
 * Releases an approved hour, so that another club may take it; the other clubs of the town are notified. The caller has checked the right
 * and holds the facility's lock.
 */
export async function releaseHour(settings: Settings, write: Write, row: BookingRow, facility: FacilityRow): Promise<BookingRow> {
  const after = await releaseWithoutMail(write, row, facility);
  await notifyOfReleased(settings, write.tx, facility, [row]);
  return after;
}

/** Like `releaseHour`, without the email: several hours go into one. */
export async function releaseWithoutMail({ tx }: Write, row: BookingRow, facility: FacilityRow): Promise<BookingRow> {
  const [after] = await tx
    .update(booking)
    .set({ state: 'released', version: sql`${booking.version} + 1`, releasedAt: now() })
    .where(eq(booking.id, row.id))
    .returning();
  if (!after) throw new Error('A locked booking is missing.');
  await releaseUnits(tx, [row.id]);
  await withdrawMoves(tx, [row.id]);
  await claim(tx, [{ ...row, isBlocking: false }], facility.bufferMinutes);
  return after;
}

/** Notifies the other clubs of the town of released hours of a hall; all hours belong to one holder. */
export async function notifyOfReleased(
  settings: Settings,
  tx: Transaction,
  facility: FacilityRow,
  rows: readonly BookingRow[],
): Promise<void> {
  const [first] = rows;
  if (!first || facility.ownerKind !== 'municipality') return;
  const isOne = rows.length === 1;
  const body = `${first.holder || first.club} gibt ${isOne ? 'eine Stunde' : `${rows.length} Stunden`} frei. Wer zuerst kommt, bekommt sie.`;
  for (const club of clubNames.filter((name) => name !== first.club && name !== facility.managerClub)) {
    await writeToClub(tx, settings, club, {
      subject: `${isOne ? 'Freie Stunde' : 'Freie Stunden'}: ${facility.name}`,
      body: `${body}\n\n${rows.map((row) => hourWords(row, facility)).join('\n')}\n`,
      page: planPageOf(first),
      onceKey: `released:${first.id}:${first.version}${isOne ? '' : `:${rows.length}`}`,
    });
  }
}

/** Asks the clubs that hold a time whether they would release it; for organisations without an account, who manages the hall. */
export async function requestRelease(
  settings: Settings,
  tx: Transaction,
  { asking, taken, facility }: { asking: BookingRow; taken: readonly Taken[]; facility: FacilityRow },
): Promise<void> {
  for (const [club, ofClub] of Map.groupBy(taken, (one) => one.club)) {
    const names = [...new Set(ofClub.map(({ holder }) => holder))];
    const who = names.every((name) => name === club) ? 'Sie' : names.join(' und ');
    await writeToClub(tx, settings, club, {
      subject: `Bitte um eine Hallenzeit von ${asking.club}`,
      body: `${asking.club} fragt, ob ${who} diese Zeit freigeben ${who === 'Sie' || names.length > 1 ? 'können' : 'kann'} („Stunde freigeben“):\n\n${hourWords(asking, facility)}\n`,
      page: planPageOf(asking),
      onceKey: `ask:${asking.id}:${club}`,
    });
  }
}

/** "Sporthalle, 28.09.2026, 18:00–19:30 Uhr". */
export function hourWords(row: Pick<BookingRow, 'startsAt' | 'endsAt'>, { name }: Pick<FacilityRow, 'name'>): string {
  return `${name}, ${germanDate(localOf(row.startsAt).date)}, ${timesInWords(row)}`;
}

/** Ends bookings: cancels hours, withdraws requests. Their time is free immediately. */
export async function endBookings(
  tx: Transaction,
  rows: readonly BookingRow[],
  state: 'cancelled' | 'withdrawn',
  reason: string,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await releaseUnits(tx, ids);
  await withdrawMoves(tx, ids);
  await tx
    .update(booking)
    .set({ state, reason, version: sql`${booking.version} + 1` })
    .where(inArray(booking.id, ids));
}
