import { and, eq, inArray, isNull } from 'drizzle-orm';
import { today } from '../people/service.ts';
import type { Services } from '../platform/context.ts';
import { everyClub } from '../platform/database.ts';
import { fitSessions } from './dates.ts';
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
      if (row) await fitSessions(deed.tx, row, today());
    });
  }
}
