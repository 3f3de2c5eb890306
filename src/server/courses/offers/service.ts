import { and, eq, inArray, isNull, ne, or, sql, type AnyColumn } from 'drizzle-orm';
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
import { mentionedIn, mentions } from '#server/platform/database/mentions.ts';
import { course, coursePrice, courseSession, courseSlot, courseTrainer } from './table.ts';

export { leading } from './leaders.ts';

export type CourseRow = typeof course.$inferSelect;

/** A course by its id; 404 when there is none in the scope. */
export async function readCourse(tx: Transaction, id: string): Promise<CourseRow> {
  const [row] = await tx.select().from(course).where(eq(course.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}

/** When a course begins and ends, from its dates; without any, from its days. */
export type CourseTimes = { startsAt: Date; endsAt: Date | null };

/** The times of courses by their ids. */
export async function courseTimes(tx: Pick<Transaction, 'select'>, rows: readonly CourseRow[]): Promise<Map<string, CourseTimes>> {
  if (rows.length === 0) return new Map();
  const found = await tx
    .select({
      courseId: courseSession.courseId,
      // Through text, since a computed column comes as the driver gives it.
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
 * Where courses are, by their ids: in the halls of their current times, where none is set at the place that these times name,
 * else at the place of the course. THE answer for lists, search, enrolments and mails, so that nobody goes to the wrong hall.
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

/** The facts that the phase of a course depends on. */
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
    // Cancelled stays cancelled for people, in the archive too.
    status: row.cancelReason ? 'cancelled' : status,
    kind,
    registration,
    isInRound: roundId !== null,
    // A group without an end takes people in at any time.
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

/** The prices of a course. */
export async function coursePrices(tx: Pick<Transaction, 'select'>, courseId: string): Promise<Price[]> {
  return tx
    .select({ category: coursePrice.category, cents: coursePrice.cents, per: coursePrice.per })
    .from(coursePrice)
    .where(eq(coursePrice.courseId, courseId));
}

/** Whether a user leads a course: their own person stands there as lead trainer. */
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
 * Whether a user leads a course in the sense of mails to its participants: as one of its trainers, or, with the role of an
 * editor, as head or deputy of its department.
 */
export async function leadsOffer(
  tx: Transaction,
  courseId: string,
  { userId, role, club }: Pick<Viewer, 'userId' | 'role' | 'club'>,
): Promise<boolean> {
  const own = and(eq(actingAccess.userId, userId), eq(actingAccess.relation, 'self'));
  const [trains] = await tx
    .select({ id: course.id })
    .from(course)
    .innerJoin(courseTrainer, eq(courseTrainer.courseId, course.id))
    .innerJoin(actingAccess, eq(actingAccess.personId, courseTrainer.personId))
    .where(and(eq(course.id, courseId), eq(course.club, club), own))
    .limit(1);
  if (trains || role !== 'editor') return trains !== undefined;
  const [heads] = await tx
    .select({ id: course.id })
    .from(course)
    .innerJoin(department, eq(department.id, course.departmentId))
    .innerJoin(actingAccess, or(eq(actingAccess.personId, department.headPersonId), eq(actingAccess.personId, department.deputyPersonId)))
    .where(and(eq(course.id, courseId), eq(course.club, club), isNull(department.endedOn), own))
    .limit(1);
  return heads !== undefined;
}

/** The same of one course whose dates, in their order, are known. */
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

/** The courses that show some of these files. */
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

/** The bookings and series that belong to courses: they follow the dates of their course. */
export const courseBookings = {
  booking: (id: AnyColumn) => sql`exists (select 1 from ${courseSession} where ${courseSession.bookingId} = ${id})`,
  series: (id: AnyColumn) => sql`exists (select 1 from ${courseSlot} where ${courseSlot.seriesId} = ${id})`,
};

/** Offers of departments that are planned or run; templates and the archive are none. */
export const plannedOffers: DepartmentUse['count'] = (tx, departmentIds) =>
  countByDepartment(tx, course, departmentIds, and(eq(course.isTemplate, false), ne(course.status, 'archived')));

/** All offers that ever named a department. */
export const offerUse: DepartmentUse = { words: ['Angebot', 'Angebote'], count: (tx, ids) => countByDepartment(tx, course, ids) };
