import { and, eq, inArray, isNull, ne, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { instantOf } from '#shared/kernel/calendar.ts';
import type { PhaseFacts } from '#shared/courses/courseStates.ts';
import type { Price } from '#shared/courses/eligibility.ts';
import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import { department } from '#server/club/departments/table.ts';
import { facility } from '#server/halls/facilities/table.ts';
import { actingAccess } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { mentionedIn, mentions } from '#server/platform/database/mentions.ts';
import { course, coursePrice, courseSession, courseSlot, courseTrainer } from './table.ts';

export { leading } from './leaders.ts';

export type CourseRow = typeof course.$inferSelect;

/** A course by id; 404 if it is not in scope. */
export async function readCourse(tx: Transaction, id: string): Promise<CourseRow> {
  const [row] = await tx.select().from(course).where(eq(course.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}

/** When a course begins and ends, by its sessions; without sessions, by its first and last day. */
export type CourseTimes = { startsAt: Date; endsAt: Date | null };

/** The times of courses by id. */
export async function courseTimes(tx: Pick<Transaction, 'select'>, rows: readonly CourseRow[]): Promise<Map<string, CourseTimes>> {
  if (rows.length === 0) return new Map();
  const found = await tx
    .select({
      courseId: courseSession.courseId,
      // Text, because the driver does not convert computed columns.
      startsAt: sql<string>`min(${courseSession.startsAt})`,
      endsAt: sql<string>`max(${courseSession.endsAt})`,
    })
    .from(courseSession)
    .where(
      and(
        inArray(
          courseSession.courseId,
          rows.map(({ id }) => id),
        ),
        ne(courseSession.state, 'cancelled'),
      ),
    )
    .groupBy(courseSession.courseId);
  const byId = new Map(found.map((one) => [one.courseId, one]));
  return new Map(rows.map((row) => [row.id, timesOf(row, byId.get(row.id))]));
}

/**
 * The location of courses by id: the halls of their current weekly times; without halls the place of these times, else the place of the
 * course. The single source for lists, search, enrolments and mails, so that nobody goes to the wrong hall.
 */
export async function locationsOf(tx: Pick<Transaction, 'select'>, rows: readonly Pick<CourseRow, 'id' | 'place'>[]) {
  const found = await tx
    .select({ courseId: courseSlot.courseId, hall: facility.name, place: courseSlot.place })
    .from(courseSlot)
    .leftJoin(facility, eq(facility.id, courseSlot.facilityId))
    .where(
      and(
        inArray(
          courseSlot.courseId,
          rows.map(({ id }) => id),
        ),
        isNull(courseSlot.validTo),
      ),
    )
    .orderBy(courseSlot.courseId, courseSlot.weekday, courseSlot.startTime, courseSlot.id);
  const named = Map.groupBy(found, ({ courseId }) => courseId);
  return new Map(
    rows.map(({ id, place }) => {
      const places = (named.get(id) ?? []).map((slot) => slot.hall ?? (slot.place || place)).filter(Boolean);
      return [id, [...new Set(places)].join(', ') || place];
    }),
  );
}

/** The facts that determine the phase of a course. */
export function phaseFactsOf(row: CourseRow, times: CourseTimes, seats: { free: number | null; waiting: number }): PhaseFacts {
  const {
    status,
    kind,
    registration,
    lateJoin,
    returningFrom,
    memberFrom,
    publicFrom,
    isMembersOnly,
    closesAt,
    placesMax,
    waitlistMax,
    roundId,
  } = row;
  return {
    // A cancelled course is shown as cancelled even when archived.
    status: row.cancelReason ? 'cancelled' : status,
    kind,
    registration,
    isInRound: roundId !== null,
    // A permanent group accepts people at any time.
    lateJoin: kind === 'permanent' ? 'full' : lateJoin,
    returningFrom,
    memberFrom,
    publicFrom,
    isMembersOnly,
    closesAt,
    placesMax,
    waitlistMax,
    ...times,
    ...seats,
  };
}

export async function coursePrices(tx: Pick<Transaction, 'select'>, courseId: string): Promise<Price[]> {
  return tx
    .select({ category: coursePrice.category, cents: coursePrice.cents, per: coursePrice.per })
    .from(coursePrice)
    .where(eq(coursePrice.courseId, courseId));
}

/** Whether a user is a lead trainer of a course. */
export async function isLeadTrainer(tx: Transaction, courseId: string, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ role: courseTrainer.role })
    .from(courseTrainer)
    .innerJoin(actingAccess, eq(actingAccess.personId, courseTrainer.personId))
    .where(
      and(
        eq(courseTrainer.courseId, courseId),
        eq(courseTrainer.role, 'lead'),
        eq(actingAccess.userId, userId),
        eq(actingAccess.relation, 'self'),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Whether a user may mail the participants of a course as its leader: as one of its trainers, or, as an editor, as head or deputy of its
 * department.
 */
export async function leadsOffer(
  tx: Transaction,
  courseId: string,
  { userId, role, club }: Pick<Viewer, 'userId' | 'role' | 'club'>,
): Promise<boolean> {
  const trains = await trainsOffer(tx, courseId, { userId, club });
  if (trains || role !== 'editor') return trains;
  const [heads] = await tx
    .select({ id: course.id })
    .from(course)
    .innerJoin(department, eq(department.id, course.departmentId))
    .innerJoin(actingAccess, or(eq(actingAccess.personId, department.headPersonId), eq(actingAccess.personId, department.deputyPersonId)))
    .where(and(eq(course.id, courseId), eq(course.club, club), isNull(department.endedOn), isSelf(userId)))
    .limit(1);
  return heads !== undefined;
}

/** Whether a user is one of the trainers of a course of their club. */
export async function trainsOffer(tx: Transaction, courseId: string, { userId, club }: Pick<Viewer, 'userId' | 'club'>): Promise<boolean> {
  const [row] = await tx
    .select({ id: course.id })
    .from(course)
    .innerJoin(courseTrainer, eq(courseTrainer.courseId, course.id))
    .innerJoin(actingAccess, eq(actingAccess.personId, courseTrainer.personId))
    .where(and(eq(course.id, courseId), eq(course.club, club), isSelf(userId)))
    .limit(1);
  return row !== undefined;
}

function isSelf(userId: string): SQL | undefined {
  return and(eq(actingAccess.userId, userId), eq(actingAccess.relation, 'self'));
}

/** The times of a course whose sessions are already read, in order. */
export function timesAmong(row: CourseRow, dates: readonly { startsAt: Date; endsAt: Date; isCancelled: boolean }[]): CourseTimes {
  const held = dates.filter(({ isCancelled }) => !isCancelled);
  const [first] = held;
  return timesOf(row, first && { startsAt: first.startsAt, endsAt: new Date(Math.max(...held.map(({ endsAt }) => endsAt.getTime()))) });
}

function timesOf(row: CourseRow, found: { startsAt: string | Date; endsAt: string | Date } | undefined): CourseTimes {
  const isEndless = row.kind === 'permanent' && row.endsOn === null;
  if (found) return { startsAt: new Date(found.startsAt), endsAt: isEndless ? null : new Date(found.endsAt) };
  return { startsAt: instantOf(row.startsOn, '00:00'), endsAt: row.endsOn ? instantOf(row.endsOn, '23:59') : null };
}

/** The courses that use any of these files. */
export async function courseUses(tx: Pick<Transaction, 'select'>, paths: readonly string[]) {
  if (paths.length === 0) return [];
  const rows = await tx
    .select({ slug: course.slug, title: course.title, image: course.image, description: course.description })
    .from(course)
    .where(or(inArray(course.image, [...paths]), mentions(course.description, paths)))
    .limit(1000);
  return rows.flatMap(({ slug, title, image, description }) =>
    [...new Set([...paths.filter((path) => path === image), ...mentionedIn(description, paths)])].map((path) => ({
      path,
      what: `Sportangebot „${title}“`,
      link: `/id/${slug}`,
    })),
  );
}

/** SQL conditions: bookings and series that belong to courses and follow their sessions. */
export const courseBookings = {
  booking: (id: AnyColumn) => sql`exists (select 1 from ${courseSession} where ${courseSession.bookingId} = ${id})`,
  series: (id: AnyColumn) => sql`exists (select 1 from ${courseSlot} where ${courseSlot.seriesId} = ${id})`,
};

/** Counts planned and running offers per department, without templates and archived ones. */
export const plannedOffers: DepartmentUse['count'] = (tx, departmentIds) =>
  countByDepartment(tx, course, departmentIds, and(eq(course.isTemplate, false), ne(course.status, 'archived')));

/** Counts all offers that refer to a department. */
export const offerUse: DepartmentUse = { words: ['Angebot', 'Angebote'], count: (tx, ids) => countByDepartment(tx, course, ids) };

type Ending = Pick<typeof courseSession.$inferSelect, 'state' | 'isCancelledWithCourse' | 'startsAt' | 'endsAt' | 'occasion'>;

/** Whether a session has ended. */
export function isOver({ endsAt }: Pick<Ending, 'endsAt'>): boolean {
  return endsAt <= now();
}

/** Whether a session was cancelled on its own and has not begun, or is over and nobody was told. */
export function mayRestore({ state, isCancelledWithCourse, startsAt, endsAt, occasion }: Ending): boolean {
  return state === 'cancelled' && !isCancelledWithCourse && (startsAt > now() || (isOver({ endsAt }) && occasion === null));
}
