import { and, eq, inArray, like, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { courseFaults, type CourseFields } from '#shared/courses/courseShapes.ts';
import { mayMinorsAttend } from '#shared/courses/courseStates.ts';
import { valuesInBin } from '#server/club/bin/service.ts';
import { requireOwnFiles, requireOwnPicturesIn } from '#server/club/clubs/service.ts';
import { requireRunning } from '#server/club/departments/service.ts';
import { person } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { requireCover } from './covered.ts';
import { currentSlots, fitSessions, isSamePlan, toSlot, writeSlots } from './dates.ts';
import { readCourse, type CourseRow } from '../offers/service.ts';
import { namedHall } from './sessionHall.ts';
import { course, courseLog, coursePrice, courseTrainer } from '../offers/table.ts';

/** The origin of a new draft: the next period of another course, or a template, which has no sessions and no number of the series. */
type Origin = { copiedFrom?: string; isTemplate?: boolean };

/** Creates a draft with weekly times, sessions, prices and trainers. */
export async function makeCourse(
  tx: Transaction,
  club: ClubName,
  fields: CourseFields,
  by: string | null,
  { copiedFrom, isTemplate = false }: Origin = {},
): Promise<CourseRow> {
  refuseFaults(fields);
  // A copy keeps its department; the editor warns if it has ended.
  if (fields.departmentId && !copiedFrom && !isTemplate) await requireRunning(tx, club, [fields.departmentId], 'departmentId');
  if (!copiedFrom) requireOwnLooks(club, fields);
  const { slots: wished, prices, trainers, ...columns } = fields;
  const slots = await withHallNames(tx, { club }, wished);
  const [row] = await tx
    .insert(course)
    .values({
      ...columns,
      ...instantsOf(fields),
      id: randomUUID(),
      club,
      slug: await freeSlug(tx, isTemplate ? `Vorlage ${fields.title}` : fields.title),
      number: fields.number || (await freeNumber(tx, club, isTemplate ? 'Vorlage-' : `${club}-${fields.startsOn.slice(0, 4)}-`)),
      status: 'draft',
      isTemplate,
      copiedFrom: copiedFrom ?? null,
      createdBy: by,
      createdAt: now(),
      updatedAt: now(),
    })
    .returning();
  if (!row) throw new Error('The course was not written.');
  await writeSlots(tx, row, slots, undefined);
  await writeParts(tx, row, { prices, trainers });
  if (!isTemplate) await fitSessions(tx, row, row.startsOn);
  await tx.insert(courseLog).values({ courseId: row.id, toStatus: 'draft', at: now(), byUser: by });
  return readCourse(tx, row.id);
}

/**
 * Changes a locked course. Changed weekly times apply to all future sessions, or from a given day on; past sessions change only in a draft.
 */
export async function changeCourse(
  tx: Transaction,
  row: CourseRow,
  fields: CourseFields,
  slotsFrom: string | undefined,
): Promise<CourseRow> {
  refuseFaults(fields);
  if (fields.departmentId && fields.departmentId !== row.departmentId)
    await requireRunning(tx, row.club, [fields.departmentId], 'departmentId');
  requireOwnLooks(row.club, fields, row);
  const { slots: wished, prices, trainers, ...columns } = fields;
  const slots = await withHallNames(tx, row, wished);
  const [after] = await tx
    .update(course)
    .set({ ...columns, ...instantsOf(fields), number: fields.number || row.number, updatedAt: now(), version: row.version + 1 })
    .where(eq(course.id, row.id))
    .returning();
  if (!after) throw new Problem('not-found');
  await requireCover(tx, after, await newLeaders(tx, row, after, trainers), 'trainers');
  await writeParts(tx, after, { prices, trainers });
  const before = (await currentSlots(tx, row.id)).map(toSlot);
  const hasNewTimes = !isSamePlan(before, slots);
  if (hasNewTimes) await writeSlots(tx, after, slots, slotsFrom);
  const plan = ({ startsOn, endsOn, holidayMode, place }: CourseRow) => [startsOn, endsOn, holidayMode, place].join();
  const from = slotsFrom && slotsFrom > today() ? slotsFrom : today();
  if (!after.isTemplate && (hasNewTimes || plan(row) !== plan(after)))
    await fitSessions(tx, after, row.status === 'draft' ? after.startsOn : from);
  return readCourse(tx, row.id);
}

/** The leaders to check: new ones, or all of them if minors may attend now. */
async function newLeaders(tx: Transaction, before: CourseRow, after: CourseRow, trainers: CourseFields['trainers']): Promise<string[]> {
  const ids = trainers.map(({ personId }) => personId);
  if (!mayMinorsAttend(before) && mayMinorsAttend(after)) return ids;
  const rows = await tx.select({ personId: courseTrainer.personId }).from(courseTrainer).where(eq(courseTrainer.courseId, before.id));
  return ids.filter((id) => !rows.some(({ personId }) => personId === id));
}

type Looks = Pick<CourseRow, 'image' | 'description'>;

function requireOwnLooks(club: ClubName, { image, description }: Looks, before?: Looks): void {
  requireOwnFiles(club, { image }, before);
  requireOwnPicturesIn(club, { description }, before);
}

/** The weekly times with the hall's name as place, unless a place is given. */
async function withHallNames(tx: Transaction, row: Pick<CourseRow, 'club'>, slots: CourseFields['slots']): Promise<CourseFields['slots']> {
  const named = [];
  for (const [at, slot] of slots.entries()) {
    const name = await namedHall(tx, row, slot, `slots.${at}.facilityId`);
    named.push({ ...slot, place: slot.place || name });
  }
  return named;
}

async function writeParts(tx: Transaction, row: CourseRow, { prices, trainers }: Pick<CourseFields, 'prices' | 'trainers'>): Promise<void> {
  await tx.delete(coursePrice).where(eq(coursePrice.courseId, row.id));
  if (prices.length > 0) await tx.insert(coursePrice).values(prices.map((one) => ({ ...one, courseId: row.id })));
  const ids = trainers.map(({ personId }) => personId);
  if (ids.length > 0) {
    const known = await tx
      .select({ id: person.id })
      .from(person)
      .where(and(inArray(person.id, ids), eq(person.club, row.club)));
    if (known.length < ids.length) throw fieldProblem('trainers', 'Eine dieser Personen gibt es im Verein nicht (mehr).');
  }
  await tx.delete(courseTrainer).where(eq(courseTrainer.courseId, row.id));
  if (trainers.length > 0) await tx.insert(courseTrainer).values(trainers.map((one) => ({ ...one, courseId: row.id })));
}

function refuseFaults(fields: CourseFields): void {
  const faults = courseFaults(fields);
  if (faults.length > 0) throw new Problem('invalid-input', { fields: faults });
}

function instantsOf({ returningFrom, memberFrom, publicFrom, closesAt }: CourseFields) {
  const date = (text: string | null) => (text ? new Date(text) : null);
  return { returningFrom: date(returningFrom), memberFrom: date(memberFrom), publicFrom: date(publicFrom), closesAt: date(closesAt) };
}

async function freeSlug(tx: Transaction, title: string): Promise<string> {
  const base =
    title
      .toLowerCase()
      .replaceAll('ä', 'ae')
      .replaceAll('ö', 'oe')
      .replaceAll('ü', 'ue')
      .replaceAll('ß', 'ss')
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 80) || 'kurs';
  const taken = await tx
    .select({ slug: course.slug })
    .from(course)
    .where(like(course.slug, `${base}%`))
    .limit(5000);
  const lying = await valuesInBin(tx, 'courses', course.slug);
  const slugs = new Set([...taken.map(({ slug }) => slug), ...lying.map(({ value }) => value)]);
  if (!slugs.has(base)) return base;
  let counter = 2;
  while (slugs.has(`${base}-${counter}`)) counter++;
  return `${base}-${counter}`;
}

/** The next number of a club with this prefix, e.g. RWA-2027-014. Numbers of deleted drafts are reserved while these can be restored. */
async function freeNumber(tx: Transaction, club: ClubName, beginning: string): Promise<string> {
  const [row] = await tx
    .select({ last: sql<number | null>`max(nullif(regexp_replace(${course.number}, '^.*-', ''), '')::int)` })
    .from(course)
    .where(and(eq(course.club, club), sql`${course.number} ~ ${`^${beginning}[0-9]{3,6}$`}`));
  const lying = (await valuesInBin(tx, 'courses', course.number)).filter((one) => one.club === club && one.value.startsWith(beginning));
  const ends = lying.map(({ value }) => value.slice(beginning.length)).filter((end) => /^\d{3,6}$/.test(end));
  return `${beginning}${String(Math.max(row?.last ?? 0, ...ends.map(Number)) + 1).padStart(3, '0')}`;
}
