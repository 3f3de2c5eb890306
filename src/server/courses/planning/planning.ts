import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import { courseSets } from '#shared/courses/courseStates.ts';
import { addDays, localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { Services } from '#server/platform/http/context.ts';
import { enterScope, everyClub, type Transaction } from '#server/platform/database/database.ts';
import { fitSessions } from './dates.ts';
import { comingDates, followHalls } from './halls.ts';
import { course, courseSession } from '../offers/table.ts';
import { today } from '#server/platform/process/clock.ts';

/**
 * Plans the sessions of courses without an end date further ahead, with the current holidays. Planned sessions are kept, because whether
 * they follow a changed calendar was decided with the change. Called by a job each night.
 */
export async function planEndless({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  const rows = await database.orm
    .select({ id: course.id })
    .from(course)
    .where(and(isNull(course.endsOn), inArray(course.status, courseSets.running)));
  for (const { id } of rows) {
    await database.write(everyClub, async (write) => {
      const [row] = await write.tx.select().from(course).where(eq(course.id, id)).for('update');
      if (!row) return;
      await enterScope(write.tx, row.club);
      const before = await comingDates(write.tx, id);
      await fitSessions(write.tx, row, await firstUnplanned(write.tx, id));
      await followHalls(write, { settings, role: 'editor', userId: row.createdBy, actor: { name: 'System' } }, row, before);
    });
  }
}

/** The day after the last session that the weekly times created; a moved session counts at its original date. */
async function firstUnplanned(tx: Transaction, courseId: string): Promise<LocalDate> {
  const [found] = await tx
    .select({ at: max(courseSession.plannedFor) })
    .from(courseSession)
    .where(eq(courseSession.courseId, courseId));
  const next = found?.at ? addDays(localOf(found.at).date, 1) : today();
  return next > today() ? next : today();
}
