import { and, eq, gte, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, instantOf, localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { HolidayMode } from '#shared/halls/holidays.ts';
import { occurrencesOf } from '#shared/kernel/series.ts';
import { skipReasons } from '#server/halls/closures/service.ts';
import { attendance } from '../enrolments/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { CourseRow } from '../offers/service.ts';
import { course, courseSession, courseSlot } from '../offers/table.ts';
import { today } from '#server/platform/process/clock.ts';

export type Slot = {
  id?: string | undefined;
  weekday: number;
  startTime: string;
  endTime: string;
  place: string;
  facilityId: string | null;
  unitIds: string[];
};
type Period = { club: ClubName; startsOn: LocalDate; endsOn: LocalDate; holidayMode: HolidayMode };
export type PlannedDate = { slot: Slot; date: LocalDate; startsAt: Date; endsAt: Date };

/** How many days ahead a course without an end date is planned; a job extends the plan. */
const endlessDays = 270;

/** The last planned day. */
export function plannedUntil({ startsOn, endsOn }: Pick<CourseRow, 'startsOn' | 'endsOn'>): LocalDate {
  if (endsOn) return endsOn;
  const from = startsOn > today() ? startsOn : today();
  return addDays(from, endlessDays);
}

/** The sessions of weekly times within a period, and the skipped dates with reasons. */
export async function planDates(
  tx: Pick<Transaction, 'select'>,
  { club, startsOn, endsOn, holidayMode }: Period,
  slots: readonly Slot[],
): Promise<{ dates: PlannedDate[]; skipped: { date: LocalDate; reason: string }[] }> {
  const paused = await skipReasons(tx, startsOn, endsOn, { mode: holidayMode, club });
  const all = slots.flatMap((slot) => occurrencesOf({ ...slot, startsOn, endsOn }, paused).map((one) => ({ ...one, slot })));
  const skipped = new Map(all.flatMap(({ date, skipped: reason }) => (reason === undefined ? [] : [[date, reason] as const])));
  return {
    dates: all.filter((one) => one.skipped === undefined).sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime()),
    skipped: [...skipped].map(([date, reason]) => ({ date, reason })).sort((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

/** The current weekly times, including those that start later. */
export async function currentSlots(tx: Pick<Transaction, 'select'>, courseId: string): Promise<(typeof courseSlot.$inferSelect)[]> {
  return tx
    .select()
    .from(courseSlot)
    .where(and(eq(courseSlot.courseId, courseId), isNull(courseSlot.validTo)))
    .orderBy(courseSlot.weekday, courseSlot.startTime, courseSlot.id);
}

/**
 * Adjusts the sessions of a course to its weekly times, starting at `from`. Earlier sessions, and held, moved or cancelled ones and those
 * with attendance, are kept: past sessions are never rewritten.
 */
export async function fitSessions(tx: Transaction, row: CourseRow, from: LocalDate): Promise<void> {
  const slots = await currentSlots(tx, row.id);
  const begin = from > row.startsOn ? from : row.startsOn;
  const period = { club: row.club, startsOn: row.startsOn, endsOn: plannedUntil(row), holidayMode: row.holidayMode };
  const { dates, skipped } = await planDates(tx, period, slots.map(toSlot));
  const wanted = withoutKept(dates, await keptDates(tx, row.id)).filter((one) => one.date >= begin);
  await tx.delete(courseSession).where(
    and(
      eq(courseSession.courseId, row.id),
      eq(courseSession.state, 'planned'),
      or(gte(courseSession.localDate, begin), lt(courseSession.localDate, row.startsOn)),
      sql`not exists (select 1 from ${attendance} where ${attendance.sessionId} = ${courseSession.id})`,
      ...(wanted.length > 0
        ? [
            sql`${courseSession.startsAt} not in (${sql.join(
              wanted.map(({ startsAt }) => sql`${startsAt}::timestamptz`),
              sql`, `,
            )})`,
          ]
        : []),
    ),
  );
  if (wanted.length > 0) {
    await tx
      .insert(courseSession)
      .values(
        wanted.map(({ slot, date, startsAt, endsAt }) => ({
          id: randomUUID(),
          courseId: row.id,
          slotId: slot.id ?? null,
          localDate: date,
          startsAt,
          endsAt,
          plannedFor: startsAt,
          place: slot.place || row.place,
          facilityId: slot.facilityId,
          unitIds: slot.unitIds,
        })),
      )
      .onConflictDoUpdate({
        target: [courseSession.courseId, courseSession.startsAt],
        set: {
          endsAt: sql`excluded.ends_at`,
          place: sql`excluded.place`,
          slotId: sql`excluded.slot_id`,
          plannedFor: sql`excluded.planned_for`,
          facilityId: sql`excluded.facility_id`,
          unitIds: sql`excluded.unit_ids`,
        },
        setWhere: eq(courseSession.state, 'planned'),
      });
  }
  await tx.update(course).set({ skippedDates: skipped }).where(eq(course.id, row.id));
}

type Kept = { plannedFor: Date; isMoved: boolean };

/** The sessions that changed times do not affect: held, cancelled, moved, or with attendance; with the instant they were planned for. */
async function keptDates(tx: Transaction, courseId: string): Promise<Kept[]> {
  const isMoved = ne(courseSession.startsAt, courseSession.plannedFor);
  const rows = await tx
    .select({ plannedFor: courseSession.plannedFor, startsAt: courseSession.startsAt })
    .from(courseSession)
    .where(
      and(
        eq(courseSession.courseId, courseId),
        or(
          ne(courseSession.state, 'planned'),
          isMoved,
          sql`exists (select 1 from ${attendance} where ${attendance.sessionId} = ${courseSession.id})`,
        ),
      ),
    );
  return rows.flatMap(({ plannedFor, startsAt }) =>
    plannedFor ? [{ plannedFor, isMoved: plannedFor.getTime() !== startsAt.getTime() }] : [],
  );
}

/**
 * The planned sessions that no kept one replaces. A moved session replaces its original instant; one whose time left the plan replaces a
 * session of its day at the new time, so that held or cancelled sessions are not created twice.
 */
function withoutKept(dates: readonly PlannedDate[], kept: readonly Kept[]): PlannedDate[] {
  const planned = new Set(dates.map(({ startsAt }) => startsAt.getTime()));
  const held = new Map(kept.map((one) => [one.plannedFor.getTime(), one]));
  const standing = new Map<LocalDate, number>();
  for (const at of held.keys()) {
    const day = localOf(new Date(at)).date;
    if (!planned.has(at)) standing.set(day, (standing.get(day) ?? 0) + 1);
  }
  return dates.filter(({ date, startsAt }) => {
    const same = held.get(startsAt.getTime());
    if (same) return !same.isMoved;
    const left = standing.get(date) ?? 0;
    standing.set(date, Math.max(0, left - 1));
    return left === 0;
  });
}

/** The units of a hall, sorted and unique; empty without a hall. */
export function partsOf({ facilityId, unitIds }: { facilityId: string | null; unitIds: readonly string[] }): string[] {
  return facilityId === null ? [] : [...new Set(unitIds)].toSorted();
}

/** Writes the weekly times. Without `from` they replace the old ones; otherwise the old ones end the day before. */
export async function writeSlots(tx: Transaction, row: CourseRow, slots: readonly Slot[], from: LocalDate | undefined): Promise<void> {
  if (from)
    await tx
      .update(courseSlot)
      .set({ validTo: addDays(from, -1) })
      .where(and(eq(courseSlot.courseId, row.id), isNull(courseSlot.validTo)));
  else await tx.delete(courseSlot).where(and(eq(courseSlot.courseId, row.id), isNull(courseSlot.validTo)));
  if (slots.length === 0) return;
  await tx.insert(courseSlot).values(
    slots.map(({ weekday, startTime, endTime, place, facilityId, unitIds }) => ({
      id: randomUUID(),
      courseId: row.id,
      weekday,
      startTime,
      endTime,
      place,
      facilityId,
      unitIds: partsOf({ facilityId, unitIds }),
      validFrom: from ?? null,
    })),
  );
}

/** Whether two sets of weekly times are equal. */
export function isSamePlan(one: readonly Slot[], other: readonly Slot[]): boolean {
  const key = (slots: readonly Slot[]) =>
    slots
      .map(({ weekday, startTime, endTime, place, facilityId, unitIds }) =>
        [weekday, startTime.slice(0, 5), endTime.slice(0, 5), place, facilityId, ...unitIds.toSorted()].join(' '),
      )
      .sort()
      .join('|');
  return key(one) === key(other);
}

/** A stored weekly time in the shape of the form. */
export function toSlot({ id, weekday, startTime, endTime, place, facilityId, unitIds }: typeof courseSlot.$inferSelect): Slot {
  return { id, weekday, startTime: startTime.slice(0, 5), endTime: endTime.slice(0, 5), place, facilityId, unitIds };
}

/** The instants of a session that is moved manually. */
export function instantsOf(date: LocalDate, startTime: string, endTime: string): { startsAt: Date; endsAt: Date } {
  return { startsAt: instantOf(date, startTime), endsAt: instantOf(date, endTime) };
}
