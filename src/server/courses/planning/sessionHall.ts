import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import {
  requestTakenTime,
  dateChanged,
  endDisplaced,
  brokenBy,
  lockFacilities,
  readPlace,
  reclaimFor,
  restoreApproved,
  releaseFor,
  type Booker,
} from '#server/halls/bookings/service.ts';
import { booking } from '#server/halls/bookings/table.ts';
import { readFacility, readUnits } from '#server/halls/facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { comingDates, followHalls, purposeOf, type HallDate } from './halls.ts';
import { hallStates } from './hallStates.ts';
import type { CourseRow } from '../offers/service.ts';
import { courseSession } from '../offers/table.ts';

type HallWish = { facilityId: string | null; unitIds: readonly string[] };

/** The name of a hall with the chosen units, for the course page. A problem of `path` if the club may not use them. */
export async function namedHall(
  tx: Transaction,
  row: Pick<CourseRow, 'club'>,
  { facilityId, unitIds }: HallWish,
  path: string,
): Promise<string> {
  if (facilityId === null) return '';
  const facility = await readFacility(tx, facilityId).catch(() => undefined);
  if (!facility || facilityTarget(row.club, facility) === 'other')
    throw fieldProblem(path, 'Diese Sportstätte gibt es für den Verein nicht.');
  const units = await readUnits(tx, [facilityId]);
  const chosen = units.filter(({ id }) => unitIds.includes(id));
  if (chosen.length === 0 || chosen.length < new Set(unitIds).size) throw fieldProblem(path, 'Bitte wählen Sie die Teile der Sportstätte.');
  return chosen.length === units.length ? facility.name : `${facility.name}, ${chosen.map(({ label }) => label).join(' + ')}`;
}

/**
 * Books the halls of moved sessions; 409 with the obstacle, so that all stay where they were. A rejected or displaced booking is booked
 * again even at the same time in the same hall, because the caller requests it explicitly.
 */
export async function moveHalls(
  write: Write,
  booker: Booker,
  row: CourseRow,
  before: readonly HallDate[],
  ids: readonly string[],
): Promise<void> {
  const lost = write.tx
    .select({ id: booking.id })
    .from(booking)
    .where(notInArray(booking.state, [...bookingSets.standing]));
  await endDisplaced(
    write.tx,
    before.flatMap(({ id, bookingId }) => (bookingId !== null && ids.includes(id) ? [bookingId] : [])),
    dateChanged,
  );
  await write.tx
    .update(courseSession)
    .set({ bookingId: null })
    .where(and(inArray(courseSession.id, [...ids]), inArray(courseSession.bookingId, lost)));
  await followHalls(write, booker, row, before);
  if (!courseSets.running.includes(row.status)) return;
  const moved = (await comingDates(write.tx, row.id)).filter((one) => ids.includes(one.id));
  const halls = await hallStates(write.tx, row, moved);
  const fields = moved.flatMap(({ id, startsAt }) => {
    const hall = halls.get(id);
    if (hall?.state !== 'missing') return [];
    const message = ids.length > 1 ? `${instantInWords(startsAt)}: ${hall.reason}` : hall.reason;
    return [{ path: 'startTime', message }];
  });
  if (fields.length > 0) throw new Problem('occupied', { fields });
}

/**
 * Restores the earlier promise of bookings for sessions that went back to their original place, if these would otherwise only be requested
 * again. The caller holds the locks of the facilities.
 */
export async function restoreHalls(write: Write, booker: Booker, returned: ReadonlyMap<string, string>): Promise<void> {
  const { tx } = write;
  const asked = await tx
    .select({ id: courseSession.id, bookingId: courseSession.bookingId })
    .from(courseSession)
    .innerJoin(booking, eq(booking.id, courseSession.bookingId))
    .where(and(inArray(courseSession.id, [...returned.keys()]), eq(booking.state, 'requested')));
  for (const { id, bookingId } of asked) {
    const before = returned.get(id);
    if (before === undefined || bookingId === null || !(await restoreApproved(write, booker, before, bookingId))) continue;
    await tx.update(courseSession).set({ bookingId: before }).where(eq(courseSession.id, id));
  }
}

/** Releases the halls of cancelled sessions, so that other clubs can take them. */
export async function releaseHalls(
  write: Write,
  booker: Booker,
  dates: readonly Pick<HallDate, 'bookingId' | 'startsAt'>[],
): Promise<void> {
  const ids = dates.flatMap(({ bookingId, startsAt }) => (bookingId !== null && startsAt > now() ? [bookingId] : []));
  await releaseFor(write, booker, ids);
}

/** Books the hall of a restored session; 409 with the obstacle. */
export async function reclaimHall(
  write: Write,
  booker: Booker,
  row: CourseRow,
  { id, bookingId }: Pick<HallDate, 'id' | 'bookingId'>,
): Promise<void> {
  if (bookingId !== null) await reclaimFor(write, booker, bookingId);
  await moveHalls(write, booker, row, await comingDates(write.tx, row.id), [id]);
}

/** Requests a taken time and asks the clubs that have it. */
export async function requestFacility(write: Write, booker: Booker, row: CourseRow, one: HallDate): Promise<void> {
  const { tx } = write;
  if (one.facilityId === null || one.startsAt <= now()) throw new Problem('wrong-state');
  await lockFacilities(tx, [one.facilityId]);
  const state = (await hallStates(tx, row, [one])).get(one.id);
  if (state?.state !== 'missing') throw new Problem('wrong-state');
  const broken = brokenBy(await readPlace(tx, one.facilityId, one.localDate, one.localDate), one);
  if (broken) throw fieldProblem('id', broken);
  const wish = { club: row.club, facilityId: one.facilityId, purpose: purposeOf(row), hour: one };
  const bookingId = await requestTakenTime(write, booker, wish);
  await tx.update(courseSession).set({ bookingId }).where(eq(courseSession.id, one.id));
}
