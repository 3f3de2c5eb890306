import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import { inAllClubs, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { hourWords } from '../bookings/hours.ts';
import type { BookingRow } from '../bookings/service.ts';
import { booking } from '../bookings/table.ts';
import { readFacility } from '../facilities/service.ts';
import { holderNotice, type ProposedMove } from '../organisations/table.ts';
import { timesThere, type OtherPlace } from './moving.ts';

/** Where to answer a question about halls: organisations outside of the portal only have the link of their email. */
export function answerWhere({ organisationId }: Pick<BookingRow, 'organisationId'>): string {
  return organisationId === null
    ? 'Antworten kann Ihr Vorstand im Portal unter Verwaltung, Termine, Reiter „Buchungen“.'
    : 'Antworten können Sie über den Link in dieser Mail.';
}

/** The start of the last of some dates. */
export function lastOf(rows: readonly BookingRow[]): Date {
  return new Date(Math.max(...rows.map(({ startsAt }) => startsAt.getTime())));
}

/** The unanswered proposals by booking; the latest one if there are several. */
export async function proposedPlaces(tx: Transaction, ruleId: string): Promise<ReadonlyMap<string, ProposedMove>> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ proposals: holderNotice.proposals })
      .from(holderNotice)
      .where(isOpenAbout(ruleId))
      .orderBy(holderNotice.sentAt, holderNotice.id),
  );
  return new Map(rows.flatMap(({ proposals }) => proposals.map((one) => [one.bookingId, one] as const)));
}

/** Deletes the proposals for dates that have a hall again: for some, or for all of a deleted closure. */
export async function dropProposals(tx: Transaction, ruleId: string, bookingIds?: readonly string[]): Promise<void> {
  await inAllClubs(tx, async () => {
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

/** The new place of a date, in words. */
export async function placeInWords(tx: Transaction, row: BookingRow, place: OtherPlace): Promise<string> {
  return hourWords({ ...row, ...timesThere(row, place) }, await readFacility(tx, place.facilityId));
}

/** The dates of a question, each with its proposed place, in words. */
export async function proposedDates(tx: Transaction, proposals: readonly ProposedMove[]): Promise<{ id: string; words: string }[]> {
  if (proposals.length === 0) return [];
  return inAllClubs(tx, async () => {
    const ids = proposals.map(({ bookingId }) => bookingId);
    const rows = await tx.select().from(booking).where(inArray(booking.id, ids)).orderBy(asc(booking.startsAt), asc(booking.id));
    const places = new Map(proposals.map((one) => [one.bookingId, one]));
    return oneByOne(rows, async (row) => ({
      id: row.id,
      words: `${row.title}: ${(await proposalInWords(tx, row, places.get(row.id))) ?? ''}`,
    }));
  });
}

/** Dates as booked, in words, earliest first. */
export async function bookedDates(tx: Transaction, bookingIds: readonly string[]): Promise<string[]> {
  if (bookingIds.length === 0) return [];
  return inAllClubs(tx, async () => {
    const rows = await tx
      .select()
      .from(booking)
      .where(inArray(booking.id, [...bookingIds]))
      .orderBy(asc(booking.startsAt), asc(booking.id));
    return oneByOne(rows, async (row) => `${row.title}: ${hourWords(row, await readFacility(tx, row.facilityId))}`);
  });
}

/** The proposed place of a date in words; null without a proposal. */
export async function proposalInWords(tx: Transaction, row: BookingRow, place: ProposedMove | undefined): Promise<string | null> {
  return place ? placeInWords(tx, row, place) : null;
}

/** "Dreifachhalle ist vom 03.05.2027 bis 17.05.2027 geschlossen: Bodenarbeiten." */
export function closedWords(name: string, { startsOn, endsOn, name: why }: { startsOn: string; endsOn: string; name: string }): string {
  const days = startsOn === endsOn ? `am ${germanDate(startsOn)}` : `vom ${germanDate(startsOn)} bis ${germanDate(endsOn)}`;
  return `${name} ist ${days} geschlossen: ${why}.`;
}
