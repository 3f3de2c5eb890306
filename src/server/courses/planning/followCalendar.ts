import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { courseSets } from '#shared/courses/courseStates.ts';
import { addDays, instantOf, localOf, instantInWords } from '#shared/kernel/calendar.ts';
import { occurrencesOf } from '#shared/kernel/series.ts';
import { lockAllFacilities } from '#server/halls/bookings/service.ts';
import type { CalendarFollower, ChangedDays, DateChange, DateChanges } from '#server/halls/closures/service.ts';
import { attendance } from '../enrolments/table.ts';
import { notifyParticipants } from '../enrolments/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Write, type Transaction } from '#server/platform/database/database.ts';
import { plannedUntil, toSlot } from './dates.ts';
import { comingDates, followHalls } from './halls.ts';
import type { CourseRow } from '../offers/service.ts';
import { course, courseSession, courseSlot } from '../offers/table.ts';

type Slot = typeof courseSlot.$inferSelect;
type Falling = { row: CourseRow; sessionId: string; change: DateChange };
type Returning = { row: CourseRow; slot: Slot; startsAt: Date; endsAt: Date; change: DateChange };

/** Adjusts planned sessions to a changed calendar; held sessions and those with attendance are kept. */
export const courseDates: CalendarFollower = {
  find: async (tx, days) => changesOf(await fallingDates(tx, days), await returningDates(tx, days)),
  follow: followCalendar,
};

async function followCalendar(context: Context, write: Write, days: ChangedDays): Promise<DateChanges> {
  const { tx } = write;
  const [falling, returning] = [await fallingDates(tx, days), await returningDates(tx, days)];
  const ids = [...new Set([...falling, ...returning].map(({ row }) => row.id))];
  if (ids.length === 0) return { falling: [], returning: [] };
  const rows = await tx.select().from(course).where(inArray(course.id, ids)).orderBy(asc(course.id)).for('update');
  await lockAllFacilities(tx);
  for (const row of rows) {
    const [less, more] = [falling.filter((one) => one.row.id === row.id), returning.filter((one) => one.row.id === row.id)];
    await enterScope(tx, row.club);
    const before = await comingDates(tx, row.id);
    await deleteDates(
      tx,
      less.map(({ sessionId }) => sessionId),
    );
    await addDates(tx, row, more);
    await tx
      .update(course)
      .set({ skippedDates: skippedAfter(row, less, more) })
      .where(eq(course.id, row.id));
    await followHalls(write, { settings: context.settings, role: 'editor', userId: row.createdBy, actor: signedIn(context) }, row, before);
    await notifyPeople(context, write, row, less, more);
    write.changed({ collection: 'courses', club: row.club, entityId: row.id });
    write.changed({ collection: 'participations', club: row.club, entityId: row.id });
  }
  return changesOf(falling, returning);
}

async function fallingDates(tx: Transaction, days: ChangedDays): Promise<Falling[]> {
  const rows = await tx
    .select()
    .from(courseSession)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .where(
      and(
        gte(courseSession.localDate, days.from),
        lte(courseSession.localDate, days.to),
        gt(courseSession.startsAt, now()),
        eq(courseSession.state, 'planned'),
        inArray(course.status, courseSets.living),
        sql`not exists (select 1 from ${attendance} where ${attendance.sessionId} = ${courseSession.id})`,
      ),
    )
    .orderBy(asc(courseSession.startsAt))
    .limit(20_000);
  return rows.flatMap(({ course: row, course_session: session }) => {
    const { before, after } = days.reasons({ club: row.club }, row.holidayMode, session.localDate);
    if (before !== undefined || after === undefined) return [];
    return [{ row, sessionId: session.id, change: changeOf(row, session.id, session.place, session.startsAt, after) }];
  });
}

async function returningDates(tx: Transaction, days: ChangedDays): Promise<Returning[]> {
  const slots = await tx
    .select()
    .from(courseSlot)
    .innerJoin(course, eq(course.id, courseSlot.courseId))
    .where(
      and(
        inArray(course.status, courseSets.living),
        eq(course.isTemplate, false),
        lte(course.startsOn, days.to),
        or(isNull(course.endsOn), gte(course.endsOn, days.from)),
        or(isNull(courseSlot.validTo), gte(courseSlot.validTo, days.from)),
      ),
    )
    .limit(10_000);
  const there = await datesAround(tx, days);
  return slots.flatMap(({ course: row, course_slot: slot }) => {
    const startsOn = latest(days.from, row.startsOn, slot.validFrom);
    const endsOn = [days.to, plannedUntil(row), slot.validTo ?? days.to].toSorted()[0] ?? days.to;
    if (endsOn < startsOn) return [];
    return occurrencesOf({ ...toSlot(slot), startsOn, endsOn }).flatMap(({ date, startsAt, endsAt }) => {
      const { before, after } = days.reasons({ club: row.club }, row.holidayMode, date);
      if (before === undefined || after !== undefined || startsAt <= now() || there.has(`${row.id} ${startsAt.getTime()}`)) return [];
      return [{ row, slot, startsAt, endsAt, change: changeOf(row, slot.id, slot.place || row.place, startsAt, before) }];
    });
  });
}

/** The instants at which courses have a session, or had one that was moved; none is created there again. */
async function datesAround(tx: Transaction, { from, to }: ChangedDays): Promise<Set<string>> {
  const [begin, end] = [instantOf(from, '00:00'), instantOf(addDays(to, 1), '00:00')];
  const within = (at: typeof courseSession.startsAt | typeof courseSession.plannedFor) => and(gte(at, begin), lte(at, end));
  const rows = await tx
    .select({ id: courseSession.courseId, startsAt: courseSession.startsAt, plannedFor: courseSession.plannedFor })
    .from(courseSession)
    .where(or(within(courseSession.startsAt), within(courseSession.plannedFor)))
    .limit(50_000);
  return new Set(rows.flatMap(({ id, startsAt, plannedFor }) => [startsAt, plannedFor ?? startsAt].map((at) => `${id} ${at.getTime()}`)));
}

async function deleteDates(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(courseSession)
    .where(
      and(
        inArray(courseSession.id, ids),
        eq(courseSession.state, 'planned'),
        sql`not exists (select 1 from ${attendance} where ${attendance.sessionId} = ${courseSession.id})`,
      ),
    );
}

async function addDates(tx: Transaction, row: CourseRow, dates: readonly Returning[]): Promise<void> {
  if (dates.length === 0) return;
  await tx
    .insert(courseSession)
    .values(
      dates.map(({ slot, startsAt, endsAt }) => ({
        id: randomUUID(),
        courseId: row.id,
        slotId: slot.id,
        localDate: localOf(startsAt).date,
        startsAt,
        endsAt,
        plannedFor: startsAt,
        place: slot.place || row.place,
        facilityId: slot.facilityId,
        unitIds: slot.unitIds,
      })),
    )
    .onConflictDoNothing();
}

/** The skipped dates of the course page, with reasons. */
function skippedAfter(row: CourseRow, less: readonly Falling[], more: readonly Returning[]): CourseRow['skippedDates'] {
  const back = new Set(more.map(({ startsAt }) => localOf(startsAt).date));
  const skipped = new Map(row.skippedDates.filter(({ date }) => !back.has(date)).map((one) => [one.date, one.reason]));
  for (const { change } of less) skipped.set(localOf(change.startsAt).date, change.reason);
  return [...skipped].map(([date, reason]) => ({ date, reason })).sort((a, b) => (a.date < b.date ? -1 : 1));
}

async function notifyPeople(
  context: Context,
  write: Write,
  row: CourseRow,
  less: readonly Falling[],
  more: readonly Returning[],
): Promise<void> {
  if (row.status === 'draft') return;
  const lines = [
    ...less.map(({ change }) => `Fällt aus: ${instantInWords(change.startsAt)} (${change.reason})`),
    ...more.map(({ startsAt }) => `Findet statt: ${instantInWords(startsAt)}`),
  ];
  await notifyParticipants(
    { write, settings: context.settings, course: row },
    {
      key: `calendar:${row.id}:${randomUUID()}`,
      subject: `Geänderte Termine: ${row.title}`,
      text: `die Termine von „${row.title}“ haben sich geändert:\n\n${lines.join('\n')}`,
    },
  );
}

function changesOf(falling: readonly Falling[], returning: readonly Returning[]): DateChanges {
  return { falling: falling.map(({ change }) => change), returning: returning.map(({ change }) => change) };
}

function changeOf({ club, title }: CourseRow, id: string, place: string, startsAt: Date, reason: string): DateChange {
  return { id: `${id} ${startsAt.getTime()}`, kind: 'course', club, title, place, startsAt, reason, isTaken: false };
}

function latest(...days: (string | null)[]): string {
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? ''
  );
}
