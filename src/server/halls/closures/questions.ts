import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { beyondScope, inTurn, type Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { hourWords } from '../bookings/hours.ts';
import type { BookingRow } from '../bookings/service.ts';
import { booking } from '../bookings/table.ts';
import { readFacility } from '../facilities/service.ts';
import { holderNotice, type ProposedMove } from '../organisations/table.ts';
import { timesThere, type OtherPlace } from './moving.ts';

/** Where a question about halls is answered: those outside of the portal have no page of it but their link. */
export function answerWhere({ organisationId }: Pick<BookingRow, 'organisationId'>): string {
  return organisationId === null
    ? 'Antworten kann Ihr Vorstand im Portal unter Verwaltung, Termine, Reiter „Buchungen“.'
    : 'Antworten können Sie über den Link in dieser Mail.';
}

/** When the last of some dates begins. */
export function lastOf(rows: readonly BookingRow[]): Date {
  return new Date(Math.max(...rows.map(({ startsAt }) => startsAt.getTime())));
}

/** The places that holders were asked about and have not answered, by booking; of several the one asked last. */
export async function askedPlaces(tx: Transaction, ruleId: string): Promise<ReadonlyMap<string, ProposedMove>> {
  const rows = await beyondScope(tx, () =>
    tx
      .select({ proposals: holderNotice.proposals })
      .from(holderNotice)
      .where(isOpenAbout(ruleId))
      .orderBy(holderNotice.sentAt, holderNotice.id),
  );
  return new Map(rows.flatMap(({ proposals }) => proposals.map((one) => [one.bookingId, one] as const)));
}

/** Dates that have a hall again are asked about no longer: some, or all of a closure that is lifted. */
export async function dropProposals(tx: Transaction, ruleId: string, bookingIds?: readonly string[]): Promise<void> {
  await beyondScope(tx, async () => {
    const rows = await tx.select({ id: holderNotice.id, proposals: holderNotice.proposals }).from(holderNotice).where(isOpenAbout(ruleId));
    for (const { id, proposals } of rows) {
      const left = proposals.filter(({ bookingId }) => bookingIds && !bookingIds.includes(bookingId));
      if (left.length === proposals.length) continue;
      await tx
        .update(holderNotice)
        .set({ proposals: left, ...(left.length === 0 && { answerUntil: now() }) })
        .where(eq(holderNotice.id, id));
    }
  });
}

function isOpenAbout(ruleId: string) {
  return and(eq(holderNotice.subjectId, ruleId), isNull(holderNotice.answer), gt(holderNotice.answerUntil, now()));
}

/** Where a date would go, in words. */
export async function placeInWords(tx: Transaction, row: BookingRow, place: OtherPlace): Promise<string> {
  return hourWords({ ...row, ...timesThere(row, place) }, await readFacility(tx, place.facilityId));
}

/** The dates that a holder is asked about, each with where it would go, in words. */
export async function proposedDates(tx: Transaction, proposals: readonly ProposedMove[]): Promise<{ id: string; words: string }[]> {
  if (proposals.length === 0) return [];
  return beyondScope(tx, async () => {
    const ids = proposals.map(({ bookingId }) => bookingId);
    const rows = await tx.select().from(booking).where(inArray(booking.id, ids)).orderBy(asc(booking.startsAt), asc(booking.id));
    const places = new Map(proposals.map((one) => [one.bookingId, one]));
    return inTurn(rows, async (row) => ({ id: row.id, words: `${row.title}: ${(await askedWords(tx, row, places.get(row.id))) ?? ''}` }));
  });
}

/** Dates as they are booked, in words, the earliest first. */
export async function bookedDates(tx: Transaction, bookingIds: readonly string[]): Promise<string[]> {
  if (bookingIds.length === 0) return [];
  return beyondScope(tx, async () => {
    const rows = await tx
      .select()
      .from(booking)
      .where(inArray(booking.id, [...bookingIds]))
      .orderBy(asc(booking.startsAt), asc(booking.id));
    return inTurn(rows, async (row) => `${row.title}: ${hourWords(row, await readFacility(tx, row.facilityId))}`);
  });
}

/** The same of a place that its holder was asked about. */
export async function askedWords(tx: Transaction, row: BookingRow, place: ProposedMove | undefined): Promise<string | null> {
  return place ? placeInWords(tx, row, place) : null;
}

/** "Dreifachhalle ist vom 03.05.2027 bis 17.05.2027 geschlossen: Bodenarbeiten." */
export function closedWords(name: string, { startsOn, endsOn, name: why }: { startsOn: string; endsOn: string; name: string }): string {
  return `${name} ist vom ${germanDate(startsOn)} bis ${germanDate(endsOn)} geschlossen: ${why}.`;
}
