import { and, eq, inArray, isNull } from 'drizzle-orm';
import { today } from '../people/service.ts';
import type { Services } from '../platform/context.ts';
import { enterScope, everyClub } from '../platform/database.ts';
import { fitSessions } from './dates.ts';
import { comingDates, followHalls } from './halls.ts';
import { course } from './table.ts';

/** Plans the dates of groups without an end further ahead, and follows changed holidays. A job calls it each night. */
export async function planEndless({ database }: Pick<Services, 'database'>): Promise<void> {
  const rows = await database.orm
    .select({ id: course.id })
    .from(course)
    .where(and(isNull(course.endsOn), inArray(course.status, ['published', 'paused', 'confirmed'])));
  for (const { id } of rows) {
    await database.write(everyClub, async (deed) => {
      const [row] = await deed.tx.select().from(course).where(eq(course.id, id)).for('update');
      if (!row) return;
      await enterScope(deed.tx, row.club);
      const before = await comingDates(deed.tx, id);
      await fitSessions(deed.tx, row, today());
      await followHalls(deed, { role: 'editor', userId: row.createdBy }, row, before);
    });
  }
}
