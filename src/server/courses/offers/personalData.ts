import { and, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalData, Subject } from '#server/platform/database/personalData.ts';
import { coursePriceChange } from '../priceChanges/table.ts';
import { course, courseLog, coursePrice, courseSession, courseSlot, courseTrainer } from './table.ts';

/** Trainers and substitutes of courses. */
export const offersData: PersonalData = {
  records: [
    { title: 'Übungsleitung', by: [courseTrainer.personId] },
    { title: 'Vertretungen', by: [courseSession.substitutePersonId] },
  ],
  names: [
    {
      column: 'course_id',
      as: 'course',
      read: (tx, ids) =>
        tx
          .select({ id: course.id, name: course.title })
          .from(course)
          .where(inArray(course.id, [...ids])),
    },
  ],
  blockers: async (tx, subject) =>
    (await ledBy(tx, subject)).map(({ title }) => `Leitet „${title}“: Bitte zuerst jemand anderen eintragen.`),
  atDeath: async (tx, subject) => ({
    remains: (await ledBy(tx, subject)).map(({ title }) => `Leitete „${title}“: Bitte jemand anderen eintragen.`),
  }),
  erase: async (tx, { id }) => {
    await tx.update(courseSession).set({ substitutePersonId: null }).where(eq(courseSession.substitutePersonId, id));
    await tx.delete(courseTrainer).where(eq(courseTrainer.personId, id));
  },
  isNeeded: (personId, since) =>
    sql`exists (select 1 from ${courseTrainer} join ${course} on ${course.id} = ${courseTrainer.courseId}
      where ${courseTrainer.personId} = ${personId} and (${course.endsOn} is null or ${course.endsOn} >= ${since}))`,
  moves: [courseTrainer.personId, courseSession.substitutePersonId],
  accounts: [course.createdBy, courseLog.byUser, coursePriceChange.announcedBy, coursePriceChange.withdrawnBy],
  mayName: [
    course.contactName,
    course.contactEmail,
    course.contactPhone,
    courseSession.reason,
    courseSession.note,
    courseLog.reason,
    coursePriceChange.reason,
  ],
  leftAlone: [
    { table: coursePrice, why: 'Prices by category.' },
    { table: courseSlot, why: 'Weekly times.' },
  ],
};

function ledBy(tx: Transaction, { id }: Subject) {
  return tx
    .select({ title: course.title })
    .from(courseTrainer)
    .innerJoin(course, eq(course.id, courseTrainer.courseId))
    .where(
      and(
        eq(courseTrainer.personId, id),
        inArray(course.status, courseSets.running),
        or(isNull(course.endsOn), gte(course.endsOn, today())),
      ),
    )
    .orderBy(course.title)
    .limit(20);
}
