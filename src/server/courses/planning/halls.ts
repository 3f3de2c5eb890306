import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Role } from '#shared/kernel/access.ts';
import { may } from '#shared/kernel/rights.ts';
import { priorityOf, type AgeGroup, type BookingState } from '#shared/halls/bookingStates.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { claim, giveBack, lockFacilities } from '#server/halls/bookings/service.ts';
import { booking, bookingSeries } from '#server/halls/bookings/table.ts';
import type { FacilityRow } from '#server/halls/facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { plannedUntil } from './dates.ts';
import { brokenBy, readHall, type HallDate } from './hallPlace.ts';
import type { CourseRow } from '../offers/service.ts';
import { courseSession, courseSlot } from '../offers/table.ts';

/** In whose name halls are booked: his role decides whether the club that manages a hall must be asked. */
export type Booker = { role: Role; userId: string | null };

/** A booking that still stands, promised or asked for. */
export const standing: readonly BookingState[] = ['approved', 'requested', 'counter_offered'];

/** The dates of a course that are still to come. */
export async function comingDates(tx: Transaction, courseId: string): Promise<HallDate[]> {
  return tx
    .select({
      id: courseSession.id,
      slotId: courseSession.slotId,
      bookingId: courseSession.bookingId,
      localDate: courseSession.localDate,
      startsAt: courseSession.startsAt,
      endsAt: courseSession.endsAt,
      state: courseSession.state,
      facilityId: courseSession.facilityId,
      unitIds: courseSession.unitIds,
    })
    .from(courseSession)
    .where(and(eq(courseSession.courseId, courseId), gt(courseSession.startsAt, now())))
    .orderBy(asc(courseSession.startsAt))
    .limit(600);
}

/**
 * Lets the bookings of halls follow the dates of a course, after its dates changed: what fell out or changed gives its
 * time back, and every date that has none yet is booked, each for itself. A date whose hall is taken or closed stays without
 * one, and the editor shows it. A date whose booking the hall's side changed or refused is left alone: that is for people.
 * `before` are the dates as they were. The caller holds the lock of the course.
 */
export async function followHalls(write: Write, booker: Booker, row: CourseRow, before: readonly HallDate[]): Promise<void> {
  const { tx } = write;
  const after = await comingDates(tx, row.id);
  const old = new Map(before.map((one) => [one.id, keyOf(one)]));
  const left = new Set(after.map(({ id }) => id));
  const isChanged = (one: HallDate) => old.has(one.id) && old.get(one.id) !== keyOf(one);
  const freed = [...before.filter(({ id }) => !left.has(id)), ...after.filter(isChanged)].flatMap(({ bookingId }) => bookingId ?? []);
  const wanted = ['published', 'paused', 'confirmed'].includes(row.status)
    ? after.filter((one) => wantsHall(one) && (one.bookingId === null || isChanged(one)))
    : [];
  const given = freed.length > 0 ? await tx.select().from(booking).where(inArray(booking.id, freed)) : [];
  const facilityIds = new Set([...given, ...wanted].flatMap(({ facilityId }) => facilityId ?? []));
  if (facilityIds.size === 0) return;
  await lockFacilities(tx, [...facilityIds]);
  await giveUp(
    tx,
    given.map(({ id }) => id),
  );
  for (const [facilityId, dates] of Map.groupBy(wanted, (one) => one.facilityId ?? '')) await book(tx, booker, row, facilityId, dates);
  for (const id of facilityIds) await notifyHall(write, id);
}

/** Tells every browser that shows the plan of a hall. */
export async function notifyHall(write: Write, facilityId: string): Promise<void> {
  const { facility } = await readHall(write.tx, facilityId, localOf(now()).date, localOf(now()).date);
  write.changed({ collection: 'facilities', club: facility.managerClub, entityId: facilityId });
}

/** Whether a date needs a hall. */
export function wantsHall({ state, facilityId }: HallDate): boolean {
  return facilityId !== null && (state === 'planned' || state === 'moved');
}

/** A booking for a date of a course, in the state that the hall's rule gives it. */
export function bookingFor(
  { role, userId }: Booker,
  row: CourseRow,
  facility: FacilityRow,
  { localDate, startsAt, endsAt, unitIds }: HallDate,
  asked?: 'requested',
): typeof booking.$inferInsert {
  const isDecider = may({ role }, 'bookings.confirm', facilityTarget(row.club, facility)) !== undefined;
  return {
    id: randomUUID(),
    club: row.club,
    facilityId: facility.id,
    unitIds,
    ...purposeOf(row),
    localDate,
    startsAt,
    endsAt,
    state: asked ?? (isDecider || !facility.needsApproval ? 'approved' : 'requested'),
    createdBy: userId,
    createdAt: now(),
  };
}

async function giveUp(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await giveBack(tx, ids);
  await tx
    .update(booking)
    .set({
      state: sql`case when ${booking.state} = 'requested' then 'withdrawn' else 'cancelled' end`,
      reason: 'Der Termin des Kurses hat sich geändert.',
      version: sql`${booking.version} + 1`,
    })
    .where(and(inArray(booking.id, ids), inArray(booking.state, [...standing])));
  await tx.update(courseSession).set({ bookingId: null }).where(inArray(courseSession.bookingId, ids));
}

async function book(tx: Transaction, booker: Booker, row: CourseRow, facilityId: string, dates: readonly HallDate[]): Promise<void> {
  const hall = await readHall(tx, facilityId, dates[0]?.localDate ?? row.startsOn, dates.at(-1)?.localDate ?? row.startsOn);
  const open = dates.filter((one) => brokenBy(hall, one) === undefined);
  const made: (typeof booking.$inferInsert & { sessionId: string })[] = [];
  for (const [slotId, group] of Map.groupBy(open, ({ slotId: id, state }) => (state === 'planned' ? id : null))) {
    const seriesId = slotId === null ? null : await seriesOf(tx, booker, row, slotId);
    for (const one of group) made.push({ ...bookingFor(booker, row, hall.facility, one), seriesId, sessionId: one.id });
  }
  if (made.length === 0) return;
  await tx.insert(booking).values(made.map(({ sessionId: _session, ...values }) => values));
  const refused = await claim(
    tx,
    made.map(({ id, unitIds, startsAt, endsAt, state }) => ({ id, unitIds, startsAt, endsAt, isBlocking: state === 'approved' })),
    hall.facility.bufferMinutes,
  );
  if (refused.size > 0) await tx.delete(booking).where(inArray(booking.id, [...refused]));
  const links = made.filter(({ id }) => !refused.has(id)).map(({ id, sessionId }) => ({ booking: id, session: sessionId }));
  await tx.execute(sql`
    update course_session set booking_id = link.booking
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(session uuid, booking uuid) where course_session.id = link.session`);
}

/** The series of bookings behind a weekly time, so that whoever decides says yes or no to all of its dates at once. */
async function seriesOf(tx: Transaction, booker: Booker, row: CourseRow, slotId: string): Promise<string | null> {
  const [slot] = await tx.select().from(courseSlot).where(eq(courseSlot.id, slotId));
  if (!slot?.facilityId) return null;
  const endsOn = plannedUntil(row);
  if (slot.seriesId) {
    await tx.update(bookingSeries).set({ endsOn }).where(eq(bookingSeries.id, slot.seriesId));
    return slot.seriesId;
  }
  const id = randomUUID();
  await tx.insert(bookingSeries).values({
    id,
    club: row.club,
    facilityId: slot.facilityId,
    unitIds: slot.unitIds,
    ...purposeOf(row),
    weekday: slot.weekday,
    startsOn: slot.validFrom && slot.validFrom > row.startsOn ? slot.validFrom : row.startsOn,
    endsOn,
    startTime: slot.startTime,
    endTime: slot.endTime,
    holidayMode: row.holidayMode,
    createdBy: booker.userId,
    createdAt: now(),
  });
  await tx.update(courseSlot).set({ seriesId: id }).where(eq(courseSlot.id, slotId));
  return id;
}

/** What the plan and those who decide read about a course. */
function purposeOf({ title, ageMin, ageMax, placesMax, contactName, contactPhone, kind }: CourseRow) {
  const ageGroup: AgeGroup =
    ageMax !== null && ageMax < 14 ? 'children' : ageMax !== null && ageMax < 19 ? 'youth' : (ageMin ?? 0) >= 60 ? 'seniors' : 'adults';
  const bookedAs = kind === 'permanent' ? ('training' as const) : ('course' as const);
  return {
    title,
    kind: bookedAs,
    ageGroup,
    expectedParticipants: placesMax,
    priority: priorityOf(bookedAs, ageGroup),
    contactPerson: contactName,
    contactPhone,
  };
}

function keyOf({ state, startsAt, endsAt, facilityId, unitIds }: HallDate): string {
  const isOn = state === 'planned' || state === 'moved';
  return [isOn, startsAt.getTime(), endsAt.getTime(), facilityId, ...unitIds.toSorted()].join();
}
