import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fullNameOf } from '#server/platform/database/columns.ts';
import { ageDecisionNames, type AgeRow } from '#shared/courses/ageSeason/ageSeason.ts';
import { seasonInWords, seasonCheck, type SeasonCheck } from '#shared/courses/ageSeason/seasons.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { signUpKinds } from '#shared/courses/courseWords.ts';
import { ageMisfit, reasonsAgainst } from '#shared/courses/eligibility.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { freeSeats, type CourseRow, type EnrolmentRow } from '../enrolments/counting.ts';
import { countColumns, isCounted } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';
import { ageCheck } from './table.ts';

const rowsAtMost = 5000;
const choicesAtMost = 10;

type CheckRow = typeof ageCheck.$inferSelect;
type Person = Pick<typeof person.$inferSelect, 'id' | 'firstname' | 'lastname' | 'birthDate' | 'gender'>;

/** A person whose age does not fit their group, with the related rows. */
export type Found = { row: EnrolmentRow; of: CourseRow; one: Person; asked: CheckRow | null; isMoving: boolean; by: string | null };

/** All people of a club whose age does not fit their permanent group in the season being checked; with `onlyId` only that enrolment. */
export async function misfits(tx: Transaction, club: ClubName, check: SeasonCheck, onlyId?: string): Promise<Found[]> {
  const next = alias(enrolment, 'next');
  const isMoving = sql<boolean>`exists (select 1 from ${enrolment} as next where ${next.movedFrom} = ${enrolment.id}
    and ${inArray(next.state, [...enrolmentSets.active])})`;
  const found = await tx
    .select({
      row: enrolment,
      of: course,
      one: { id: person.id, firstname: person.firstname, lastname: person.lastname, birthDate: person.birthDate, gender: person.gender },
      asked: ageCheck,
      isMoving,
      by: sql<string | null>`${fullNameOf(appUser)}`,
    })
    .from(enrolment)
    .innerJoin(course, eq(course.id, enrolment.courseId))
    .innerJoin(person, eq(person.id, enrolment.personId))
    .leftJoin(ageCheck, and(eq(ageCheck.enrolmentId, enrolment.id), eq(ageCheck.season, check.season)))
    .leftJoin(appUser, eq(appUser.id, ageCheck.decidedBy))
    .where(
      and(
        eq(enrolment.club, club),
        eq(course.kind, 'permanent'),
        inArray(course.status, courseSets.running),
        or(isNotNull(course.ageMin), isNotNull(course.ageMax)),
        eq(enrolment.state, 'confirmed'),
        isNotNull(person.birthDate),
        onlyId === undefined ? undefined : eq(enrolment.id, onlyId),
      ),
    )
    .orderBy(asc(course.title), asc(person.lastname), asc(person.firstname), asc(enrolment.id))
    .limit(rowsAtMost);
  return found.filter(({ of, one, row, asked }) => {
    // People with notice given for an earlier day are not listed; people leaving because of a decision are.
    const leaves = row.leavesOn !== null && row.leavesOn < check.day && asked?.decision == null;
    return !leaves && ageMisfit(of, one.birthDate, check.day) !== undefined;
  });
}

/** The decision while it is in effect: after a withdrawn change or notice the case is open again. */
export function decisionOf({ row, asked, isMoving }: Pick<Found, 'row' | 'asked' | 'isMoving'>) {
  if (!asked?.decision || !asked.decidedAt) return null;
  const holds = asked.decision === 'kept' || row.leavesOn !== null || (asked.decision === 'moved' && isMoving);
  return holds ? { kind: asked.decision, at: asked.decidedAt } : null;
}

/** The list of a club for its page. */
export async function ageList(tx: Transaction, club: ClubName) {
  const check = seasonCheck(today());
  const found = await misfits(tx, club, check);
  const groups = await groupsOf(tx, club);
  return {
    season: check.season,
    seasonWords: `Saison ${seasonInWords(check.season)}`,
    day: check.day,
    isAhead: check.isAhead,
    lastDay: check.lastDay,
    rows: found.map((one) => toRow(one, groups, check)),
  };
}

type Group = { row: CourseRow; free: number | null };

/** The open permanent groups of a club with their free seats. */
export async function groupsOf(tx: Transaction, club: ClubName): Promise<Group[]> {
  const rows = await tx
    .select()
    .from(course)
    .where(
      and(
        eq(course.club, club),
        eq(course.kind, 'permanent'),
        inArray(course.status, courseSets.open),
        inArray(course.registration, signUpKinds),
      ),
    )
    .orderBy(asc(course.title), asc(course.id))
    .limit(1000);
  if (rows.length === 0) return [];
  const counts = await tx
    .select({ courseId: enrolment.courseId, ...countColumns() })
    .from(enrolment)
    .where(
      and(
        inArray(
          enrolment.courseId,
          rows.map(({ id }) => id),
        ),
        isCounted(),
      ),
    )
    .groupBy(enrolment.courseId);
  const occupied = new Map(counts.map((one) => [one.courseId, one.occupied]));
  return rows.map((row) => ({ row, free: freeSeats({ course: row, occupied: occupied.get(row.id) ?? 0 }) }));
}

/** The groups of the same department that fit on the day, ordered by free seats, most first. */
export function choicesFor({ of, one }: Pick<Found, 'of' | 'one'>, groups: readonly Group[], day: string) {
  const room = ({ free }: Group) => free ?? Number.MAX_SAFE_INTEGER;
  return groups
    .filter(({ row }) => row.id !== of.id && row.departmentId === of.departmentId && reasonsAgainst(row, one, day).length === 0)
    .toSorted((a, b) => room(b) - room(a))
    .slice(0, choicesAtMost)
    .map(({ row, free }) => ({ courseId: row.id, title: row.title, free }));
}

function toRow(found: Found, groups: readonly Group[], check: SeasonCheck): AgeRow {
  const { row, of, one, asked, by } = found;
  const decided = decisionOf(found);
  const target = groups.find((group) => group.row.id === asked?.courseId)?.row.title;
  return {
    id: row.id,
    personId: one.id,
    firstname: one.firstname,
    lastname: one.lastname,
    birthYear: Number(one.birthDate?.slice(0, 4)),
    courseId: of.id,
    courseTitle: of.title,
    reason: ageMisfit(of, one.birthDate, check.day) ?? 'too_old',
    words: reasonsAgainst({ ...of, gender: 'any', requiresGuardian: false }, one, check.day).join(' '),
    choices: decided ? [] : choicesFor(found, groups, check.day),
    toldAt: asked?.toldAt?.toISOString() ?? null,
    decision: decided && {
      kind: decided.kind,
      reason: asked?.reason ?? '',
      words: [
        ageDecisionNames[decided.kind],
        decided.kind === 'moved' && target ? `zu „${target}“` : '',
        decided.kind === 'ended' && row.leavesOn ? `am ${germanDate(row.leavesOn)}` : '',
      ]
        .filter(Boolean)
        .join(' '),
      by: by ?? '',
      at: decided.at.toISOString(),
    },
  };
}
