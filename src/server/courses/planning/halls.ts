import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import type { AgeGroup } from '#shared/halls/bookingStates.ts';
import {
  bookFor,
  dateChanged,
  endBookingsOf,
  lockFacilities,
  type Booker,
  type Purpose,
  type SeriesRule,
} from '#server/halls/bookings/service.ts';
import { booking } from '#server/halls/bookings/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { plannedUntil } from './dates.ts';
import type { CourseRow } from '../offers/service.ts';
import { courseSession, courseSlot } from '../offers/table.ts';

/** A session of a course with the units of the hall that it uses. */
export type HallDate = Pick<
  typeof courseSession.$inferSelect,
  'id' | 'slotId' | 'bookingId' | 'localDate' | 'startsAt' | 'endsAt' | 'state' | 'facilityId' | 'unitIds'
>;

/** Halls are booked in the name of the caller. */
export function bookerOf(context: Context): Booker {
  const viewer = signedIn(context);
  return { settings: context.settings, role: viewer.role, userId: viewer.userId, actor: viewer };
}

/** The future sessions of a course. */
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
 * Adjusts hall bookings after the sessions of a course changed: dropped and changed sessions release their booking, and every session
 * without a booking is booked, each separately. A session whose hall is taken or closed gets no booking, which the editor shows. Bookings
 * that the hall's manager changed or rejected are left alone, because people decide about them. `before` are the sessions as they were. The
 * caller holds the lock of the course.
 */
export async function followHalls(write: Write, booker: Booker, row: CourseRow, before: readonly HallDate[]): Promise<void> {
  const { tx } = write;
  const after = await comingDates(tx, row.id);
  const old = new Map(before.map((one) => [one.id, keyOf(one)]));
  const left = new Set(after.map(({ id }) => id));
  const isChanged = (one: HallDate) => old.has(one.id) && old.get(one.id) !== keyOf(one);
  const freed = [...before.filter(({ id }) => !left.has(id)), ...after.filter(isChanged)].flatMap(({ bookingId }) => bookingId ?? []);
  const wanted = courseSets.running.includes(row.status)
    ? after.filter((one) => wantsHall(one) && (one.bookingId === null || isChanged(one)))
    : [];
  const given = freed.length > 0 ? await tx.select().from(booking).where(inArray(booking.id, freed)) : [];
  const facilityIds = new Set([...given, ...wanted].flatMap(({ facilityId }) => facilityId ?? []));
  if (facilityIds.size === 0) return;
  await lockFacilities(tx, [...facilityIds]);
  const ended = given.map(({ id }) => id);
  await endBookingsOf(write, booker, ended, dateChanged);
  if (ended.length > 0) await tx.update(courseSession).set({ bookingId: null }).where(inArray(courseSession.bookingId, ended));
  for (const [facilityId, ofHall] of Map.groupBy(wanted, (one) => one.facilityId ?? ''))
    for (const [slotId, dates] of Map.groupBy(ofHall, (one) => (one.state === 'planned' ? one.slotId : null)))
      await book(write, booker, row, { facilityId, slotId, dates });
}

/** Whether a session needs a hall. */
export function wantsHall({ state, facilityId }: HallDate): boolean {
  return facilityId !== null && sessionSets.coming.includes(state);
}

type Group = { facilityId: string; slotId: string | null; dates: readonly HallDate[] };

/** Books the sessions of one weekly time in one hall as a series; sessions without a weekly time are booked separately. */
async function book(write: Write, booker: Booker, row: CourseRow, { facilityId, slotId, dates }: Group): Promise<void> {
  const { tx } = write;
  const series = slotId === null ? undefined : await ruleOf(tx, row, slotId);
  const wishes = { club: row.club, facilityId, purpose: purposeOf(row), hours: dates, series };
  const { bookings, seriesId } = await bookFor(write, booker, wishes);
  if (slotId !== null && seriesId !== null) await tx.update(courseSlot).set({ seriesId }).where(eq(courseSlot.id, slotId));
  if (bookings.size === 0) return;
  const links = [...bookings].map(([session, id]) => ({ session, booking: id }));
  await tx.execute(sql`
    update ${courseSession} set booking_id = link.booking
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(session uuid, booking uuid) where ${courseSession.id} = link.session`);
}

/** The rule of a weekly time, so that managers can decide about all its sessions at once. */
async function ruleOf(tx: Transaction, row: CourseRow, slotId: string): Promise<SeriesRule | undefined> {
  const [slot] = await tx.select().from(courseSlot).where(eq(courseSlot.id, slotId));
  if (!slot?.facilityId) return undefined;
  const { seriesId, validFrom, weekday, startTime, endTime, unitIds } = slot;
  const startsOn = validFrom && validFrom > row.startsOn ? validFrom : row.startsOn;
  return { id: seriesId, weekday, startTime, endTime, unitIds, startsOn, endsOn: plannedUntil(row), holidayMode: row.holidayMode };
}

/** The description of a course for the plan and for deciding managers. */
export function purposeOf({ title, ageMin, ageMax, placesMax, contactName, contactPhone, kind, departmentId }: CourseRow): Purpose {
  const ageGroup: AgeGroup =
    ageMax !== null && ageMax < 14 ? 'children' : ageMax !== null && ageMax < 19 ? 'youth' : (ageMin ?? 0) >= 60 ? 'seniors' : 'adults';
  return {
    title,
    kind: kind === 'permanent' ? 'training' : 'course',
    ageGroup,
    expectedParticipants: placesMax,
    message: '',
    contactPerson: contactName,
    contactPhone,
    departmentId,
  };
}

function keyOf({ state, startsAt, endsAt, facilityId, unitIds }: HallDate): string {
  const isOn = sessionSets.coming.includes(state);
  return [isOn, startsAt.getTime(), endsAt.getTime(), facilityId, ...unitIds.toSorted()].join();
}
