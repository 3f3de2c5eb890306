import { and, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fullName } from '#shared/kernel/fullName.ts';
import { everyClub } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { today } from '#server/platform/process/clock.ts';
import { readEnrolment } from '../enrolments/staffWrite.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';
import { inLineOfBoth, withBoth } from './between.ts';
import { endOldSeat, planChange } from './change.ts';

export { endSwaps, offerSwaps } from './swapping.ts';

const old = alias(enrolment, 'old');
const oldCourse = alias(course, 'old_course');

/**
 * Ends the old seats of people who waited for another group and now have a seat there. Called by a job each minute: whatever gave the seat
 * locked only one course, here both are locked in the common order.
 */
export async function settleMoves({ database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const due = await database.read(everyClub, (tx) =>
    tx
      .select({ id: enrolment.id, to: enrolment.courseId, oldId: old.id, from: old.courseId })
      .from(enrolment)
      .innerJoin(old, eq(old.id, enrolment.movedFrom))
      .innerJoin(course, and(eq(course.id, enrolment.courseId), eq(course.kind, 'permanent')))
      .innerJoin(oldCourse, and(eq(oldCourse.id, old.courseId), eq(oldCourse.kind, 'permanent')))
      .where(and(eq(enrolment.state, 'confirmed'), eq(old.state, 'confirmed'), isNull(old.leavesOn), isNull(enrolment.undoState)))
      .limit(100),
  );
  for (const { id, to, oldId, from } of due) {
    const ids = [from ?? '', to ?? ''] as const;
    try {
      await inLineOfBoth(ids, () =>
        database.write(everyClub, (write) =>
          withBoth({ write, settings, actor: { name: 'System' } }, ids, nothing, async (both) => {
            const [row, next] = [await readEnrolment(write.tx, oldId), await readEnrolment(write.tx, id)];
            if (next.state !== 'confirmed' || row.state !== 'confirmed' || row.leavesOn !== null) return;
            const { one, plan, words } = await planChange(both, row, next.startsOn ?? today());
            await endOldSeat(both, row, next, plan, words, { name: fullName(one) });
          }),
        ),
      );
    } catch (error) {
      // A failing one must not block the others; it is tried again in the next run.
      log.warn({ err: error, id }, 'a move was not settled');
    }
  }
}

function nothing(): void {}
