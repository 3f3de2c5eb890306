import { asc, eq, inArray } from 'drizzle-orm';
import { missingToPublish } from '#shared/courses/courseStates.ts';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { readRichText } from '#shared/kernel/richText.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import { seatsOf } from '../enrolments/service.ts';
import { coverOf } from './covered.ts';
import { currentSlots, toSlot } from './dates.ts';
import { hallStates } from './hallStates.ts';
import { mayReturn } from './sessionMoves.ts';
import { coursePrices, type CourseRow } from '../offers/service.ts';
import { courseLog, courseSession, courseTrainer } from '../offers/table.ts';

/** A course in the shape of the editor. The transaction must be in its club's scope. */
export async function editedOf(tx: Transaction, row: CourseRow): Promise<EditedCourse> {
  const slots = (await currentSlots(tx, row.id)).map(toSlot);
  const prices = await coursePrices(tx, row.id);
  const trainers = await readTrainers(tx, row.id);
  const sessions = await tx
    .select()
    .from(courseSession)
    .where(eq(courseSession.courseId, row.id))
    .orderBy(asc(courseSession.startsAt))
    .limit(600);
  const history = await tx.select().from(courseLog).where(eq(courseLog.courseId, row.id)).orderBy(asc(courseLog.id)).limit(100);
  const counts = await seatsOf(tx, { courseId: row.id });
  const halls = await hallStates(tx, row, sessions);
  const substitutes = await namesOf(
    tx,
    sessions.flatMap(({ substitutePersonId }) => substitutePersonId ?? []),
  );
  const cover = await coverOf(tx, row, trainers);
  return {
    ...row,
    description: row.description ? readRichText(row.description) : null,
    returningFrom: row.returningFrom?.toISOString() ?? null,
    memberFrom: row.memberFrom?.toISOString() ?? null,
    publicFrom: row.publicFrom?.toISOString() ?? null,
    closesAt: row.closesAt?.toISOString() ?? null,
    slots,
    prices,
    trainers: trainers.map(({ personId, role, isPublic }) => ({ personId, role, isPublic })),
    trainerNames: Object.fromEntries(trainers.map((one) => [one.personId, fullName(one)])),
    ...counts,
    sessions: sessions.map((one) => ({
      id: one.id,
      localDate: one.localDate,
      startsAt: one.startsAt.toISOString(),
      endsAt: one.endsAt.toISOString(),
      place: one.place,
      state: one.state,
      reason: one.reason,
      substitute: (one.substitutePersonId && substitutes.get(one.substitutePersonId)) || null,
      presentCount: one.presentCount,
      hall: halls.get(one.id) ?? null,
      mayReturn: mayReturn(one),
    })),
    skipped: row.skippedDates,
    warnings: cover.warnings,
    missing: [
      ...missingToPublish({
        ...row,
        slots: slots.length,
        sessions: sessions.length,
        prices: prices.length,
        leadTrainers: trainers.filter(({ role }) => role === 'lead').length,
      }),
      ...cover.missing,
    ],
    history: history.map(({ fromStatus, toStatus, at, reason }) => ({ from: fromStatus, to: toStatus, at: at.toISOString(), reason })),
  };
}

function readTrainers(tx: Transaction, courseId: string) {
  return tx
    .select({
      personId: courseTrainer.personId,
      role: courseTrainer.role,
      isPublic: courseTrainer.isPublic,
      firstname: person.firstname,
      lastname: person.lastname,
    })
    .from(courseTrainer)
    .innerJoin(person, eq(person.id, courseTrainer.personId))
    .where(eq(courseTrainer.courseId, courseId));
}

async function namesOf(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: person.id, name: fullNameOf(person) })
    .from(person)
    .where(inArray(person.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
