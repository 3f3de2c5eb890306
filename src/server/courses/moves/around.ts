import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import type { CourseRow, EnrolmentRow } from '../enrolments/counting.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';

const old = alias(enrolment, 'old');
const oldCourse = alias(course, 'old_course');

type Around = { words: string; mayUndo: boolean };

/** Whether the family itself may change the group of an enrolment. */
export function mayMove(row: Pick<EnrolmentRow, 'state' | 'leavesOn'>, of: Pick<CourseRow, 'kind' | 'isSelfCancel'> | null): boolean {
  return of?.kind === 'permanent' && of.isSelfCancel && row.state === 'confirmed' && row.leavesOn === null;
}

/** Whether a change can be undone: it has not begun, and the old seat still runs, or was ended unused. */
export function canUndoMove(row: EnrolmentRow, next: EnrolmentRow): next is EnrolmentRow & { startsOn: string } {
  const isToCome = next.state === 'confirmed' && next.startsOn !== null && next.startsOn > today();
  if (!isToCome || row.noticeKind !== 'moved') return false;
  return row.state === 'cancelled' || (row.state === 'confirmed' && row.leavesOn !== null && row.leavesOn >= today());
}

/** The change of groups that each enrolment is part of, as shown to the family, by enrolment id. */
export async function movesAround(tx: Transaction, rows: readonly EnrolmentRow[]): Promise<Map<string, Around>> {
  const ids = rows.flatMap(({ id, movedFrom }) => [id, ...(movedFrom ? [movedFrom] : [])]);
  if (ids.length === 0) return new Map();
  const pairs = await tx
    .select({ next: enrolment, row: old, title: course.title, oldTitle: oldCourse.title })
    .from(enrolment)
    .innerJoin(old, eq(old.id, enrolment.movedFrom))
    .innerJoin(course, eq(course.id, enrolment.courseId))
    .innerJoin(oldCourse, eq(oldCourse.id, old.courseId))
    .where(and(isNotNull(enrolment.movedFrom), or(inArray(enrolment.id, ids), inArray(enrolment.movedFrom, ids))));
  const around = new Map<string, Around>();
  for (const { next, row, title, oldTitle } of pairs) {
    if (canUndoMove(row, next)) {
      const on = germanDate(next.startsOn);
      // Undoing a swap would need both families.
      const mayUndo = next.swapShown === null;
      around.set(row.id, { words: `Wechselt am ${on} zu „${title}“.`, mayUndo });
      const until = row.state === 'confirmed' ? `bis dahin bei „${oldTitle}“` : `statt bei „${oldTitle}“`;
      around.set(next.id, { words: `Beginnt am ${on}, ${until}.`, mayUndo });
    }
    // A seat under notice ends on its own day.
    if (enrolmentSets.undecided.includes(next.state) && row.state === 'confirmed' && row.leavesOn === null) {
      around.set(row.id, { words: `Wartet auf einen Platz bei „${title}“ und bleibt bis dahin hier.`, mayUndo: false });
      around.set(next.id, { words: `Bis dahin bleibt der Platz bei „${oldTitle}“.`, mayUndo: false });
    }
  }
  return around;
}
