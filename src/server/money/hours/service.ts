import { and, eq, notExists, sql } from 'drizzle-orm';
import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import { courseSession } from '#server/courses/offers/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { hourEntry, hourSheet, trainerRate } from './table.ts';

export { ratesToday, usesOfClub } from './allowance.ts';

/** The number of sessions held of a course that are on no hour sheet yet. */
export async function unclaimedDates(tx: Transaction, courseId: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(courseSession)
    .where(
      and(
        eq(courseSession.courseId, courseId),
        eq(courseSession.state, 'held'),
        notExists(tx.select({ id: hourEntry.id }).from(hourEntry).where(eq(hourEntry.sessionId, courseSession.id))),
      ),
    );
  return row?.count ?? 0;
}

/** Hour sheets and rates that reference a department. */
export const hoursOfDepartments: readonly DepartmentUse[] = [
  { words: ['Stundennachweis', 'Stundennachweise'], count: (tx, departmentIds) => countByDepartment(tx, hourSheet, departmentIds) },
  { words: ['Vergütungssatz', 'Vergütungssätze'], count: (tx, departmentIds) => countByDepartment(tx, trainerRate, departmentIds) },
];
