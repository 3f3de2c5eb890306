import { isOpenToTry } from '#shared/courses/trials/trialRules.ts';
import { and, asc, desc, eq, gt, gte, ilike, inArray, isNull, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { containing } from '#server/platform/database/columns.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { phaseOf, courseSets } from '#shared/courses/courseStates.ts';
import type { ListedCourse, LowestPrice, ManagedCourse } from '#shared/courses/courseShapes.ts';
import { countColumns, isCounted } from '../enrolments/service.ts';
import { enrolment } from '../enrolments/table.ts';
import { department } from '#server/club/departments/table.ts';
import { actingAccess, person } from '#server/people/persons/table.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { PriceUnit } from '#shared/courses/courseWords.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isUnderMinimum, lacksHall } from '../overview/service.ts';
import { courseTimes, locationsOf, phaseFactsOf, type CourseRow, type CourseTimes } from './service.ts';
import { course, coursePrice, courseSession, courseSlot, courseTrainer } from './table.ts';

export type Counts = { occupied: number; waiting: number };
type ManageFilter = {
  search?: string | undefined;
  status: CourseRow['status'] | 'current' | 'few' | 'hallless' | 'past' | 'templates';
  trainedBy?: string | undefined;
  /** The name of a department. */
  department?: string | undefined;
};

/** Maximum courses of a managed list; more are found by search. */
const managedAtMost = 500;
/** Maximum offers of a public list. */
const publicAtMost = 1000;

const none: Counts = { occupied: 0, waiting: 0 };

/** The public offers of clubs: published, not internal, not over. */
export async function publicCourses(tx: Transaction, clubs: readonly ClubName[]): Promise<ListedCourse[]> {
  const rows = await tx
    .select()
    .from(course)
    .where(isPublicIn(clubs))
    .orderBy(...publicOrder)
    .limit(publicAtMost);
  return (await listedAmong(tx, rows)).map(({ listed }) => listed);
}

/** Titles and slugs of the same offers, for search engines. */
export function publicTitles(tx: Transaction, clubs: readonly ClubName[], atMost: number) {
  const { slug, title, club } = course;
  return tx
    .select({ slug, title, club })
    .from(course)
    .where(isPublicIn(clubs))
    .orderBy(...publicOrder)
    .limit(atMost);
}

const publicOrder = [asc(course.startsOn), asc(course.title), asc(course.id)];

function isPublicIn(clubs: readonly ClubName[]): SQL | undefined {
  return and(
    inArray(course.club, [...clubs]),
    inArray(course.status, courseSets.running),
    eq(course.visibility, 'public'),
    or(isNull(course.endsOn), sql`${course.endsOn} >= ${today()}`),
  );
}

/** The courses of a club for its staff, including drafts; past ones latest first. */
export async function managedCourses(
  tx: Transaction,
  club: ClubName,
  { search, status, trainedBy, department: ofDepartment }: ManageFilter,
  atMost = managedAtMost,
): Promise<{ rows: ManagedCourse[]; total: number }> {
  const pattern = search && containing(search);
  const conditions: (SQL | undefined)[] = [
    eq(course.club, club),
    eq(course.isTemplate, status === 'templates'),
    ofStatus(status),
    pattern ? or(ilike(course.title, pattern), ilike(course.number, pattern), ilike(course.place, pattern)) : undefined,
    trainedBy
      ? sql`exists (select 1 from ${courseTrainer} t join ${actingAccess} a on a.person_id = t.person_id
          where t.course_id = ${course.id} and a.user_id = ${trainedBy} and a.relation = 'self')`
      : undefined,
    ofDepartment
      ? inArray(course.departmentId, tx.select({ id: department.id }).from(department).where(eq(department.name, ofDepartment)))
      : undefined,
  ];
  const rows = await tx
    .select()
    .from(course)
    .where(and(...conditions))
    .orderBy(status === 'past' ? desc(course.startsOn) : asc(course.startsOn), asc(course.title), asc(course.id))
    .limit(atMost);
  const listed = (await listedAmong(tx, rows)).map(({ row, listed: one, counts }) => ({
    ...one,
    ...counts,
    status: row.status,
    placesMin: row.placesMin,
    nextSession: one.next?.startsAt ?? null,
    version: row.version,
  }));
  return { rows: listed, total: rows.length < atMost ? rows.length : await tx.$count(course, and(...conditions)) };
}

function ofStatus(status: ManageFilter['status']): SQL | undefined {
  if (status === 'templates') return undefined;
  if (status === 'current') return notInArray(course.status, [...courseSets.settled]);
  if (status === 'few') return isUnderMinimum();
  if (status === 'hallless') return lacksHall();
  return status === 'past' ? inArray(course.status, courseSets.settled) : eq(course.status, status);
}

/** One course in the shape of lists. */
export async function listedOf(tx: Transaction, row: CourseRow): Promise<{ listed: ListedCourse; counts: Counts; times: CourseTimes }> {
  const [one] = await listedAmong(tx, [row]);
  if (!one) throw new Error('The course is missing in its own list.');
  return one;
}

/** Courses in the shape of lists, in the given order. Needs the scope of their clubs. */
export async function listedAmong(tx: Transaction, rows: readonly CourseRow[]) {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const times = await courseTimes(tx, rows);
  const counts = await countsOf(tx, ids);
  const slots = await slotsOf(tx, ids);
  const prices = await lowestPrices(tx, ids);
  const places = await locationsOf(tx, rows);
  const leaders = await namesOfLeaders(tx, ids);
  const nextDates = await nextSessions(tx, rows);
  const departments = new Map(
    (await tx.select({ id: department.id, name: department.name }).from(department)).map((one) => [one.id, one.name]),
  );
  return rows.map((row) => {
    const of = times.get(row.id);
    if (!of) throw new Error('A course has no times.');
    const count = counts.get(row.id) ?? none;
    const free = row.placesMax === null ? null : Math.max(0, row.placesMax - row.placesReserved - count.occupied);
    const listed: ListedCourse = {
      id: row.id,
      slug: row.slug,
      number: row.number,
      club: row.club,
      kind: row.kind,
      title: row.title,
      subtitle: row.subtitle,
      department: (row.departmentId && departments.get(row.departmentId)) || null,
      place: places.get(row.id) ?? row.place,
      image: row.image,
      imageAlt: row.imageAlt,
      ageMin: row.ageMin,
      ageMax: row.ageMax,
      gender: row.gender,
      slots: slots.get(row.id) ?? [],
      startsOn: row.startsOn,
      endsOn: row.endsOn,
      placesMax: row.placesMax,
      free,
      phase: phaseOf(phaseFactsOf(row, of, { free, waiting: count.waiting }), now()),
      priceFromCents: prices.get(row.id)?.cents ?? null,
      priceFrom: prices.get(row.id) ?? null,
      next: nextDates.get(row.id) ?? null,
      leaders: leaders.get(row.id) ?? [],
      ...(isOpenToTry(row) && { hasTrial: true as const }),
    };
    return { row, listed, counts: count, times: of };
  });
}

async function countsOf(tx: Transaction, ids: string[]): Promise<Map<string, Counts>> {
  const rows = await tx
    .select({
      courseId: enrolment.courseId,
      ...countColumns(),
    })
    .from(enrolment)
    .where(and(inArray(enrolment.courseId, ids), isCounted()))
    .groupBy(enrolment.courseId);
  return new Map(rows.map(({ courseId, ...counts }) => [courseId ?? '', counts]));
}

/** The current and future weekly times; a time that changes has its last or first day. */
async function slotsOf(tx: Transaction, ids: string[]): Promise<Map<string, ListedCourse['slots']>> {
  const rows = await tx
    .select({
      courseId: courseSlot.courseId,
      weekday: courseSlot.weekday,
      startTime: courseSlot.startTime,
      endTime: courseSlot.endTime,
      validFrom: courseSlot.validFrom,
      validTo: courseSlot.validTo,
    })
    .from(courseSlot)
    .where(and(inArray(courseSlot.courseId, ids), or(isNull(courseSlot.validTo), gte(courseSlot.validTo, today()))))
    .orderBy(sql`${courseSlot.validFrom} nulls first`, courseSlot.weekday, courseSlot.startTime);
  const found = new Map<string, ListedCourse['slots']>();
  for (const { courseId, startTime, endTime, weekday, validFrom, validTo } of rows) {
    const times = { weekday, startTime: startTime.slice(0, 5), endTime: endTime.slice(0, 5) };
    const bounds = { ...(validFrom && validFrom > today() && { from: validFrom }), ...(validTo && { until: validTo }) };
    found.set(courseId, [...(found.get(courseId) ?? []), { ...times, ...bounds }]);
  }
  return found;
}

async function lowestPrices(tx: Transaction, ids: string[]): Promise<Map<string, LowestPrice>> {
  const rows = await tx
    .select({
      courseId: coursePrice.courseId,
      cents: sql<number>`min(${coursePrice.cents})::int`,
      per: sql<PriceUnit>`(array_agg(${coursePrice.per} order by ${coursePrice.cents}))[1]`,
      isOnly: sql<boolean>`count(distinct (${coursePrice.cents}, ${coursePrice.per})) = 1`,
    })
    .from(coursePrice)
    .where(inArray(coursePrice.courseId, ids))
    .groupBy(coursePrice.courseId);
  return new Map(rows.map(({ courseId, ...price }) => [courseId, price]));
}

async function namesOfLeaders(tx: Transaction, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .select({ courseId: courseTrainer.courseId, firstname: person.firstname, lastname: person.lastname })
    .from(courseTrainer)
    .innerJoin(person, eq(person.id, courseTrainer.personId))
    .where(and(inArray(courseTrainer.courseId, ids), eq(courseTrainer.isPublic, true)))
    .orderBy(courseTrainer.role, person.lastname, person.id);
  return new Map([...Map.groupBy(rows, ({ courseId }) => courseId)].map(([id, of]) => [id, of.map(fullName)]));
}

async function nextSessions(tx: Transaction, rows: readonly CourseRow[]): Promise<Map<string, { startsAt: string; endsAt: string }>> {
  const found = await tx
    .selectDistinctOn([courseSession.courseId], {
      courseId: courseSession.courseId,
      startsAt: courseSession.startsAt,
      endsAt: courseSession.endsAt,
    })
    .from(courseSession)
    .where(
      and(
        inArray(
          courseSession.courseId,
          rows.map(({ id }) => id),
        ),
        ne(courseSession.state, 'cancelled'),
        gt(courseSession.endsAt, now()),
      ),
    )
    .orderBy(courseSession.courseId, courseSession.startsAt);
  return new Map(
    found.map(({ courseId, startsAt, endsAt }) => [courseId, { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }]),
  );
}
