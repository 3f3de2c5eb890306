import { randomUUID } from 'node:crypto';
import type { Settings } from '#server/platform/process/settings.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Role } from '#shared/kernel/roles.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { readFacility, type FacilityRow } from '../facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { oneByOne, type Write, type Transaction } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import { requestRelease, endBookings, releaseWithoutMail, notifyOfReleased } from './hours.ts';
import { claim, releaseUnits, findOverlaps, lockFacilities, type BookingRow } from './occupancy.ts';
import { brokenBy, readPlace } from './place.ts';
import { purposeOf, type Purpose } from './purpose.ts';
import { recordBooking } from './record.ts';
import { firstState } from './rights.ts';
import { booking, bookingSeries } from './table.ts';

/**
 * In whose name a higher wing books for its dates: the role decides whether the club that manages a hall must approve, and `actor` is
 * recorded in the audit log.
 */
export type Booker = { settings: Settings; role: Role; userId: string | null; actor: Actor };

/** A date of a higher wing, with the units of a facility that it needs. */
export type HourWish = Pick<BookingRow, 'localDate' | 'startsAt' | 'endsAt' | 'unitIds'> & { id: string };

/** The weekly rule behind the wanted hours; an existing series is extended to its new end. */
export type SeriesRule = Pick<
  typeof bookingSeries.$inferSelect,
  'weekday' | 'startsOn' | 'endsOn' | 'startTime' | 'endTime' | 'holidayMode' | 'unitIds'
> & { id: string | null };

type Wishes = { club: ClubName; facilityId: string; purpose: Purpose; hours: readonly HourWish[]; series?: SeriesRule | undefined };

/**
 * Books or requests hours of a facility, each independently: taken hours and those that break a rule of the place are skipped. Returns the
 * bookings by the ids of their wishes, and their series. The caller holds the lock of the facility.
 */
export async function bookFor(
  write: Write,
  booker: Booker,
  { club, facilityId, purpose, hours, series }: Wishes,
): Promise<{ bookings: Map<string, string>; seriesId: string | null }> {
  const { tx } = write;
  const days = hours.map(({ localDate }) => localDate).toSorted();
  const place = await readPlace(tx, facilityId, days[0] ?? '', days.at(-1) ?? '');
  const open = hours.filter((hour) => brokenBy(place, hour) === undefined);
  if (open.length === 0) return { bookings: new Map(), seriesId: null };
  const { facility } = place;
  const seriesId = series ? await seriesFor(tx, booker, { club, facilityId, purpose }, series) : null;
  const state = firstState({ role: booker.role, club }, facility);
  const wishes = new Map<string, (typeof open)[number]>(open.map((hour) => [randomUUID(), hour]));
  const rows = [...wishes].map(([id, hour]) => ({ ...rowOf(booker, club, facility, purpose, hour), id, seriesId, state }));
  const made = await tx.insert(booking).values(rows).returning();
  const refused = await claim(
    tx,
    made.map((row) => ({ ...row, isBlocking: state === 'approved' })),
    facility.bufferMinutes,
  );
  if (refused.size > 0) await tx.delete(booking).where(inArray(booking.id, [...refused]));
  const kept = made.filter(({ id }) => !refused.has(id));
  record(write, booker, facility, kept, 'bookings.create', state === 'approved' ? 'Gebucht' : 'Angefragt');
  return { bookings: new Map(kept.flatMap(({ id }) => [[wishes.get(id)?.id ?? '', id]])), seriesId };
}

/** Whether an hour that a person books for a club is only a request until the manager of the facility approves it. */
export async function asksFirst(
  tx: Transaction,
  { role }: Pick<Booker, 'role'>,
  { club, facilityId }: Pick<Wishes, 'club' | 'facilityId'>,
): Promise<boolean> {
  return firstState({ role, club }, await readFacility(tx, facilityId)) === 'requested';
}

/** Requests a taken hour: it appears in the plan, and the clubs that hold it are asked to release it. Returns the booking. */
export async function requestTakenTime(
  write: Write,
  booker: Booker,
  { club, facilityId, purpose, hour }: Omit<Wishes, 'hours' | 'series'> & { hour: HourWish },
): Promise<string> {
  const { tx } = write;
  const facility = await readFacility(tx, facilityId);
  const [made] = await tx
    .insert(booking)
    .values({ ...rowOf(booker, club, facility, purpose, hour), id: randomUUID(), state: 'requested' })
    .returning();
  if (!made) throw new Error('The insert returned no booking.');
  await claim(tx, [{ ...made, isBlocking: false }], facility.bufferMinutes);
  const taken = await findOverlaps(tx, [{ ...made, isBlocking: true }], facility.bufferMinutes);
  await requestRelease(booker.settings, tx, { asking: made, taken, facility });
  record(write, booker, facility, [made], 'bookings.create', 'Angefragt');
  return made.id;
}

/** Ends the bookings of cancelled or changed dates, unless they have ended already. The caller holds the locks of their facilities. */
export async function endBookingsOf(write: Write, booker: Booker, ids: readonly string[], reason: string): Promise<void> {
  if (ids.length === 0) return;
  const { tx } = write;
  await releaseUnits(tx, ids);
  const rows = await tx
    .select()
    .from(booking)
    .where(and(inArray(booking.id, [...ids]), inArray(booking.state, bookingSets.unsettled)))
    .orderBy(booking.startsAt, booking.id);
  for (const [facilityId, ofOne] of Map.groupBy(rows, (row) => row.facilityId)) {
    const facility = await readFacility(tx, facilityId);
    const [asked, had] = [ofOne.filter(({ state }) => state === 'requested'), ofOne.filter(({ state }) => state !== 'requested')];
    await endBookings(tx, asked, 'withdrawn', reason);
    record(write, booker, facility, asked, 'bookings.cancel', 'Anfrage zurückgezogen');
    await endBookings(tx, had, 'cancelled', reason);
    record(write, booker, facility, had, 'bookings.cancel', 'Buchung abgesagt');
  }
}

/** Releases the hours of dates that do not take place, so that other clubs of the town may take them. Requests are withdrawn. */
export async function releaseFor(write: Write, booker: Booker, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { tx } = write;
  const read = () =>
    tx
      .select()
      .from(booking)
      .where(inArray(booking.id, [...ids]))
      .orderBy(asc(booking.startsAt), asc(booking.id));
  await lockFacilities(
    tx,
    (await read()).map(({ facilityId }) => facilityId),
  );
  await endDisplaced(tx, ids, '');
  const standing = (await read()).filter(({ state }) => bookingSets.standing.includes(state));
  for (const [facilityId, rows] of Map.groupBy(standing, (row) => row.facilityId)) {
    const facility = await readFacility(tx, facilityId);
    const [had, asked] = [rows.filter(({ state }) => state === 'approved'), rows.filter(({ state }) => state !== 'approved')];
    const after = await oneByOne(had, (row) => releaseWithoutMail(write, row, facility));
    await notifyOfReleased(booker.settings, tx, facility, had);
    record(write, booker, facility, after, 'bookings.cancel', after.length === 1 ? 'Stunde freigegeben' : 'Stunden freigegeben');
    await endBookings(tx, asked, 'withdrawn', '');
    record(write, booker, facility, asked, 'bookings.cancel', 'Anfrage zurückgezogen');
  }
}

/** Ends the bookings of dates that a closure displaced and that have been decided on, so that they wait for a place no longer. */
export async function endDisplaced(tx: Transaction, ids: readonly string[], reason: string): Promise<void> {
  await tx
    .update(booking)
    .set({ state: 'cancelled', reason, version: sql`${booking.version} + 1` })
    .where(and(inArray(booking.id, [...ids]), eq(booking.state, 'displaced')));
}

/** Reclaims a released hour of a date; one that somebody else has taken is given up permanently. */
export async function reclaimFor(write: Write, booker: Booker, id: string): Promise<void> {
  const { tx } = write;
  const read = async () => (await tx.select().from(booking).where(eq(booking.id, id)))[0];
  const found = await read();
  if (!found) return;
  await lockFacilities(tx, [found.facilityId]);
  const row = await read();
  if (row?.state !== 'released') return;
  const facility = await readFacility(tx, row.facilityId);
  await releaseUnits(tx, [id]);
  if ((await claim(tx, [{ ...row, isBlocking: true }], facility.bufferMinutes)).size > 0) return endBookings(tx, [row], 'withdrawn', '');
  const [after] = await tx
    .update(booking)
    .set({ state: 'approved', releasedAt: null, version: row.version + 1 })
    .where(eq(booking.id, id))
    .returning();
  if (after) record(write, booker, facility, [after], 'bookings.cancel', 'Freigabe zurückgenommen');
}

/** The reason of a booking that ended because its date was moved. */
export const dateChanged = 'Der Termin des Kurses hat sich geändert.';

/**
 * Restores the approved booking that a date had before it was moved, and withdraws the request `instead`. Returns false if it was never
 * approved, ended for another reason, breaks a rule of the hall by now, or is taken.
 */
export async function restoreApproved(write: Write, booker: Booker, id: string, instead: string): Promise<boolean> {
  const { tx } = write;
  const [row] = await tx
    .select()
    .from(booking)
    .where(and(eq(booking.id, id), eq(booking.state, 'cancelled'), eq(booking.reason, dateChanged)));
  if (!row) return false;
  const place = await readPlace(tx, row.facilityId, row.localDate, row.localDate);
  if (brokenBy(place, row) !== undefined) return false;
  if ((await claim(tx, [{ ...row, isBlocking: true }], place.facility.bufferMinutes)).size > 0) return false;
  await endBookingsOf(write, booker, [instead], dateChanged);
  const [after] = await tx
    .update(booking)
    .set({ state: 'approved', reason: '', version: row.version + 1 })
    .where(eq(booking.id, id))
    .returning();
  if (after) record(write, booker, place.facility, [after], 'bookings.create', 'Wieder gebucht');
  return after !== undefined;
}

/** The series of bookings behind a weekly rule, so that all of its dates can be decided at once. */
async function seriesFor(
  tx: Transaction,
  { userId }: Booker,
  { club, facilityId, purpose }: Pick<Wishes, 'club' | 'facilityId' | 'purpose'>,
  { id, ...rule }: SeriesRule,
): Promise<string> {
  if (id) {
    await tx.update(bookingSeries).set({ endsOn: rule.endsOn }).where(eq(bookingSeries.id, id));
    return id;
  }
  const fresh = randomUUID();
  await tx
    .insert(bookingSeries)
    .values({ ...rule, ...purposeOf(purpose), id: fresh, club, facilityId, createdBy: userId, createdAt: now() });
  return fresh;
}

function rowOf({ userId }: Booker, club: ClubName, facility: FacilityRow, purpose: Purpose, hour: HourWish) {
  const { unitIds, localDate, startsAt, endsAt } = hour;
  const own = { club, facilityId: facility.id, createdBy: userId, createdAt: now() };
  return { ...own, ...purposeOf(purpose), unitIds, localDate, startsAt, endsAt };
}

/** Writes one audit entry for all bookings of a facility that a write changed alike, and refreshes the plan. */
function record(
  write: Write,
  { actor }: Booker,
  facility: FacilityRow,
  rows: readonly BookingRow[],
  action: 'bookings.create' | 'bookings.cancel',
  words: string,
): void {
  const [first] = rows;
  if (!first) return;
  const content = rows.length === 1 ? words : `${words} (${rows.length} Termine, ab)`;
  recordBooking(write, facility, first, action, content, undefined, actor);
}
