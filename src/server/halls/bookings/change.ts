import { randomUUID } from 'node:crypto';
import { and, eq, gte, inArray, notInArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { bookingsContract } from '#shared/halls/bookings.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { addDays, daysBetween, germanDate, instantOf, weekdayOf } from '#shared/kernel/calendar.ts';
import { signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { FacilityRow } from '../facilities/service.ts';
import type { OfferFollower } from './decide.ts';
import { purposeOf, requireDepartment } from './purpose.ts';
import { writeToContacts } from '../organisations/emails.ts';
import { endBookings, hourWords } from './hours.ts';
import { buildOccupiedProblem, readPlace, refusalOf, type Place } from './place.ts';
import { notifyPlan, recordBooking } from './record.ts';
import { allowBooking, requireOwnBooking, clubOf, firstState } from './rights.ts';
import { datesOf, lockBooking, refuseBegun, type Scope } from './rows.ts';
import { requestMoves, withdrawMoves } from './moves.ts';
import { claim, releaseUnits, findOverlaps, type BookingRow, type Claim } from './occupancy.ts';
import { booking, bookingSeries } from './table.ts';

type ChangeInput = z.output<NonNullable<(typeof bookingsContract)['change']['~orpc']['inputSchema']>>;

/** The number of changed dates, and of those that keep their time until their move is decided. */
type Changed = { changed: number; asked?: number };

/**
 * Changes one date, this and the following, or all future ones; past dates are unchanged. A series that continues differently is split at
 * that day. Either every date gets its new place and time, or nothing changes (409 with the conflicts).
 */
export async function changeBooking(context: Context, write: Write, input: ChangeInput, follow: OfferFollower): Promise<Changed> {
  const viewer = signedIn(context);
  const { tx } = write;
  const { row, facility } = await lockBooking(tx, viewer, { ...input, also: input.facilityId ? [input.facilityId] : [] });
  requireOwnBooking(context, row, 'bookings.update');
  refuseBegun(row);
  if (row.version !== input.version) throw new Problem('conflict');
  await requireDepartment(tx, clubOf(row), input, row);
  // Dates that were moved to another hall stay there: the chosen units do not belong to that hall.
  const states = input.scope === 'one' ? bookingSets.changeableAlone : bookingSets.changeable;
  const dates = (await datesOf(tx, row, input.scope, states)).filter(({ facilityId }) => facilityId === facility.id);
  if (dates.length === 0) throw new Problem('not-offered');
  const shiftDays = daysBetween(row.localDate, input.date);
  const moved = dates.map((one) => ({ ...one, ...newTimes(one, shiftDays, input) }));
  const place = await readPlace(
    tx,
    input.facilityId ?? facility.id,
    moved[0]?.localDate ?? input.date,
    moved.at(-1)?.localDate ?? input.date,
  );
  const isOtherHall = place.facility.id !== facility.id;
  if (isOtherHall) allowOtherHall(context, row, facility, place.facility);
  for (const one of moved) {
    const refusal = refusalOf(place, { ...input, date: one.localDate }, viewer, '');
    if (refusal) throw new Problem('invalid-input', { fields: [refusal] });
  }
  await refuseTwiceADay(tx, row, moved);
  const isSameTime = moved.every(
    (one, index) => one.startsAt.getTime() === dates[index]?.startsAt.getTime() && one.endsAt.getTime() === dates[index]?.endsAt.getTime(),
  );
  const isSamePlace = !isOtherHall && input.unitIds.toSorted().join() === row.unitIds.toSorted().join();
  // A displaced date has lost its place, so that every change gives it one.
  const isMoved = !isSameTime || !isSamePlace || row.state === 'displaced';
  // Another time at a facility that requires approval is a new request; another title is not.
  const stateOf = (one: BookingRow) => (isMoved ? firstState(viewer, place.facility) : one.state);
  // When all move to later dates, the last ones move first, so that the series never has two on one day.
  const inOrder = shiftDays > 0 ? moved.toReversed() : moved;
  // An approved hour is given up only for another approved one: until then the new time is requested beside it.
  const isAsked = (one: BookingRow) => one.state === 'approved' && stateOf(one) === 'requested';
  const seriesId = await seriesAfter(tx, row, dates, { ...input, facilityId: place.facility.id }, shiftDays, moved.some(isAsked));
  const after = { seriesId, facilityId: place.facility.id, unitIds: [...new Set(input.unitIds)].toSorted() };
  const asked = await requestMoves(
    tx,
    viewer,
    inOrder.filter(isAsked).map((one) => ({ ...one, ...purposeOf(input), ...after })),
  );
  const rows = inOrder.filter((one) => !isAsked(one)).map((one) => ({ ...one, ...after, state: stateOf(one) }));
  await leavePlaces(tx, rows, isMoved);
  for (const one of rows) await writeDate(tx, one, input);
  await claimAll(tx, viewer, place, [...rows, ...asked]);
  if (isMoved) await follow(context, write, rows);
  const words = asked.length > 0 ? 'Verlegung angefragt' : 'Buchung geändert';
  recordBooking(write, place.facility, moved[0] ?? row, 'bookings.update', scopeWords(input.scope, moved.length, words), row);
  if (isOtherHall) notifyPlan(write, facility);
  if (isMoved && asked.length === 0)
    await notifyHolder(context, tx, row, `Verlegt: ${hourWords(row, facility)}`, nowWords(moved, place.facility));
  return { changed: moved.length, ...(asked.length > 0 && { asked: asked.length }) };
}

/** Releases the times that dates leave; a pending request to move such a date is withdrawn. */
async function leavePlaces(tx: Transaction, rows: readonly BookingRow[], isMoved: boolean): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await releaseUnits(tx, ids);
  if (isMoved) await withdrawMoves(tx, ids);
}

/** Notifies the contacts of an organisation without an account of changes to its hours. */
async function notifyHolder(
  { settings }: Pick<Context, 'settings'>,
  tx: Transaction,
  { id, version, club, organisationId, title }: BookingRow,
  subject: string,
  words: string,
): Promise<void> {
  if (organisationId === null) return;
  const body = `${subject}\n„${title}“\n\n${words}\n`;
  const about = { kind: 'decision', id } as const;
  await writeToContacts(tx, settings, { club, organisationId }, { subject, body, onceKey: `holder:${id}:${version}`, about });
}

function nowWords(moved: readonly BookingRow[], facility: FacilityRow): string {
  return `Jetzt:\n${moved.map((one) => `- ${hourWords(one, facility)}`).join('\n')}`;
}

/** Throws for a move to a facility that the viewer may not book; for an organisation only halls of the same manager are allowed. */
function allowOtherHall(context: Context, { organisationId }: BookingRow, from: FacilityRow, to: FacilityRow): void {
  allowBooking(context, to);
  if (organisationId !== null && to.managerClub !== from.managerClub)
    throw fieldProblem('facilityId', 'Für diese Organisation bucht, wer die andere Halle verwaltet.');
}

async function writeDate(tx: Transaction, one: BookingRow, input: ChangeInput): Promise<void> {
  const { seriesId, facilityId, unitIds, localDate, startsAt, endsAt, state } = one;
  await tx
    .update(booking)
    .set({
      ...purposeOf(input),
      seriesId,
      facilityId,
      unitIds,
      localDate,
      startsAt,
      endsAt,
      state,
      displacedBy: null,
      version: sql`${booking.version} + 1`,
    })
    .where(eq(booking.id, one.id));
}

/** Claims the new times, or throws with the conflicts. */
async function claimAll(tx: Transaction, viewer: Viewer, { facility, units }: Place, rows: readonly BookingRow[]): Promise<void> {
  const claims = rows.map(({ id, unitIds, startsAt, endsAt, state }): Claim => ({
    id,
    unitIds,
    startsAt,
    endsAt,
    isBlocking: state === 'approved',
  }));
  const refused = await claim(tx, claims, facility.bufferMinutes);
  if (refused.size === 0) return;
  const lost = claims.filter(({ id }) => refused.has(id));
  throw buildOccupiedProblem(viewer, await findOverlaps(tx, lost, facility.bufferMinutes), units);
}

/** Throws if another date of the same series is on the same day. */
async function refuseTwiceADay(tx: Transaction, { seriesId }: BookingRow, moved: readonly BookingRow[]): Promise<void> {
  if (seriesId === null) return;
  const [ids, days] = [moved.map(({ id }) => id), moved.map(({ localDate }) => localDate)];
  const [there] = await tx
    .select({ date: booking.localDate })
    .from(booking)
    .where(
      and(
        eq(booking.seriesId, seriesId),
        inArray(booking.localDate, days),
        notInArray(booking.id, ids),
        notInArray(booking.state, [...bookingSets.gone]),
      ),
    )
    .limit(1);
  if (there) throw fieldProblem('date', `Am ${germanDate(there.date)} hat diese Serie schon einen Termin.`);
}

/** Cancels dates; their time is free immediately. */
export async function cancelBooking(
  context: Context,
  write: Write,
  { id, scope, reason }: { id: string; scope: Scope; reason: string },
): Promise<number> {
  const viewer = signedIn(context);
  const { row, facility } = await lockBooking(write.tx, viewer, { id, scope });
  requireOwnBooking(context, row, 'bookings.cancel');
  refuseBegun(row);
  const dates = await datesOf(write.tx, row, scope, bookingSets.cancellable);
  if (dates.length === 0) throw new Problem('not-offered');
  await endBookings(write.tx, dates, 'cancelled', reason);
  recordBooking(write, facility, row, 'bookings.cancel', scopeWords(scope, dates.length, 'Buchung abgesagt'));
  const lost = `Diese Zeiten fallen aus:\n${dates.map((one) => `- ${hourWords(one, facility)}`).join('\n')}${reason ? `\n\n${reason}` : ''}`;
  await notifyHolder(context, write.tx, row, `Abgesagt: ${hourWords(row, facility)}`, lost);
  return dates.length;
}

/** Withdraws a request before it is decided. */
export async function withdrawBooking(context: Context, write: Write, { id, scope }: { id: string; scope: Scope }): Promise<number> {
  const viewer = signedIn(context);
  const { row, facility } = await lockBooking(write.tx, viewer, { id, scope });
  requireOwnBooking(context, row, 'bookings.update');
  const dates = await datesOf(write.tx, row, scope, bookingSets.waiting);
  if (dates.length === 0) throw new Problem('not-offered');
  await endBookings(write.tx, dates, 'withdrawn', '');
  recordBooking(write, facility, row, 'bookings.update', scopeWords(scope, dates.length, 'Anfrage zurückgezogen'));
  return dates.length;
}

function newTimes({ localDate }: BookingRow, shiftDays: number, { startTime, endTime }: ChangeInput) {
  const date = addDays(localDate, shiftDays);
  return { localDate: date, startsAt: instantOf(date, startTime), endsAt: instantOf(date, endTime) };
}

/**
 * The series that the changed dates belong to: the same one, or the second half of a split. Requested dates get their own series, and the
 * existing one stays whole; a single date is requested without a series.
 */
async function seriesAfter(
  tx: Transaction,
  row: BookingRow,
  dates: readonly BookingRow[],
  input: ChangeInput & { facilityId: string },
  shiftDays: number,
  isAsked: boolean,
): Promise<string | null> {
  if (row.seriesId === null || input.scope === 'one') return isAsked ? null : row.seriesId;
  const [series] = await tx.select().from(bookingSeries).where(eq(bookingSeries.id, row.seriesId));
  const first = dates[0]?.localDate ?? row.localDate;
  if (!series) return row.seriesId;
  const values = {
    ...purposeOf(input),
    facilityId: input.facilityId,
    unitIds: [...new Set(input.unitIds)].toSorted(),
    startTime: input.startTime,
    endTime: input.endTime,
    weekday: weekdayOf(addDays(first, shiftDays)),
    startsOn: addDays(first, shiftDays),
    endsOn: addDays(series.endsOn, shiftDays),
  };
  if (!isAsked && first <= series.startsOn) {
    await tx
      .update(bookingSeries)
      .set({ ...values, version: series.version + 1 })
      .where(eq(bookingSeries.id, series.id));
    return series.id;
  }
  const id = randomUUID();
  await tx
    .insert(bookingSeries)
    // The grant of a season stays with the first half: it belongs to one series only.
    .values({ ...series, ...values, id, grantId: null, version: 1, skipped: series.skipped.filter(({ date }) => date >= first) });
  if (isAsked) return id;
  await tx
    .update(bookingSeries)
    .set({ endsOn: addDays(first, -1), version: series.version + 1, skipped: series.skipped.filter(({ date }) => date < first) })
    .where(eq(bookingSeries.id, series.id));
  await tx
    .update(booking)
    .set({ seriesId: id })
    .where(and(eq(booking.seriesId, series.id), gte(booking.localDate, first)));
  return id;
}

function scopeWords(scope: Scope, count: number, words: string): string {
  return scope === 'one' ? words : `${words} (${count} Termine)`;
}
