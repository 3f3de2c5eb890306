import { inArray } from 'drizzle-orm';
import { germanDate, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import type { HallState } from '#shared/courses/planning/sessionShapes.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { brokenBy, findOverlaps, readPlace } from '#server/halls/bookings/service.ts';
import { booking } from '#server/halls/bookings/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { wantsHall, type HallDate } from './halls.ts';
import type { CourseRow } from '../offers/service.ts';

type BookingRow = typeof booking.$inferSelect;

/** The hall states of a course's sessions, without sessions that have no hall, are past or cancelled. */
export async function hallStates(tx: Transaction, row: CourseRow, dates: readonly HallDate[]): Promise<Map<string, HallState>> {
  const asked = dates.filter((one) => wantsHall(one) && one.startsAt > now());
  const ids = asked.flatMap(({ bookingId }) => bookingId ?? []);
  const bookings = ids.length > 0 ? await tx.select().from(booking).where(inArray(booking.id, ids)) : [];
  const byId = new Map(bookings.map((one) => [one.id, one]));
  const states = new Map<string, HallState>();
  const open: HallDate[] = [];
  for (const one of asked) {
    const booked = byId.get(one.bookingId ?? '');
    if (booked) states.set(one.id, { ...place(one), ...stateOf(booked, one), isClosed: booked.state === 'displaced' });
    else open.push(one);
  }
  const troubles = await hallTroubles(tx, row, open, new Set());
  for (const one of open) {
    const reason = troubles.get(one.id) ?? '';
    states.set(one.id, { ...place(one), state: reason === '' ? 'free' : 'missing', reason, isClosed: false });
  }
  return states;
}

function stateOf(booked: BookingRow, one: HallDate): Pick<HallState, 'state' | 'reason'> {
  const isSame =
    booked.facilityId === one.facilityId &&
    booked.startsAt.getTime() === one.startsAt.getTime() &&
    booked.endsAt.getTime() === one.endsAt.getTime();
  if (!bookingSets.standing.includes(booked.state))
    return { state: 'missing', reason: [lost[booked.state] ?? 'Buchung entfallen', booked.reason].filter(Boolean).join(': ') };
  if (!isSame) return { state: 'missing', reason: `Die Halle ist jetzt ${whenOf(booked)} gebucht.` };
  if (booked.state === 'approved') return { state: 'booked', reason: '' };
  return { state: 'requested', reason: booked.state === 'counter_offered' ? 'Es gibt einen Gegenvorschlag (Verwaltung, Belegung).' : '' };
}

const lost: { readonly [state in BookingRow['state']]?: string } = {
  rejected: 'Die Anfrage wurde abgelehnt',
  withdrawn: 'Die Anfrage wurde zurückgezogen',
  displaced: 'Die Halle ist gesperrt',
  released: 'Die Stunde ist freigegeben',
  taken_over: 'Die Stunde hat jetzt ein anderer Verein',
  cancelled: 'Die Buchung wurde abgesagt',
};

/** Why sessions cannot have their halls, by id: a rule of the hall, or an overlapping booking. Bookings in `ending` are ignored. */
export async function hallTroubles(
  tx: Transaction,
  row: CourseRow,
  dates: readonly HallDate[],
  ending: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const troubles = new Map<string, string>();
  for (const [facilityId, ofHall] of Map.groupBy(dates, (one) => one.facilityId)) {
    if (facilityId === null) continue;
    const days = ofHall.map(({ localDate }) => localDate).toSorted();
    const hall = await readPlace(tx, facilityId, days[0] ?? row.startsOn, days.at(-1) ?? row.startsOn);
    const claims = ofHall.map(({ id, unitIds, startsAt, endsAt }) => ({ id, unitIds, startsAt, endsAt, isBlocking: true }));
    const there = (await findOverlaps(tx, claims, hall.facility.bufferMinutes)).filter(({ bookingId }) => !ending.has(bookingId));
    const taken = Map.groupBy(there, ({ claimId }) => claimId);
    for (const one of ofHall) {
      const [other] = taken.get(one.id) ?? [];
      // The title of another club's booking is not shown.
      const who = other && (other.club === row.club ? `${other.club}, ${other.title}` : other.club);
      const reason = brokenBy(hall, one) ?? (other ? `Belegt ${whenOf(other)}: ${who}` : '');
      if (reason) troubles.set(one.id, reason);
    }
  }
  return troubles;
}

function place({ facilityId, unitIds, bookingId }: HallDate): Pick<HallState, 'facilityId' | 'unitIds' | 'bookingId'> {
  return { facilityId: facilityId ?? '', unitIds, bookingId };
}

function whenOf(hour: { startsAt: Date; endsAt: Date }): string {
  return `am ${germanDate(localOf(hour.startsAt).date)}, ${timesInWords(hour)}`;
}
