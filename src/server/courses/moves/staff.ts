import { addDays } from '#shared/kernel/calendar.ts';
import { moveAheadDays } from '#shared/courses/moves/moveRules.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import type { CourseRow } from '../enrolments/counting.ts';
import { stateForNew } from '../enrolments/enrol.ts';
import { move } from '../enrolments/staffApi.ts';
import { courseOf, readEnrolment } from '../enrolments/staffWrite.ts';
import { inLineOfBoth, withBoth } from './between.ts';
import { changeGroup, planChange } from './change.ts';

type Asked = { id: string; courseId: string; from?: string | undefined };

/** Moves somebody: at once into another course, or from a day on from one permanent group into another. */
export async function moveByStaff(context: Context, { id, courseId, from }: Asked) {
  if (from === undefined) return move(context, id, courseId);
  if (from < today()) throw fieldProblem('from', 'Bitte heute oder einen späteren Tag.');
  if (from > addDays(today(), moveAheadDays)) throw fieldProblem('from', 'Höchstens drei Monate im Voraus.');
  const source = await courseOf(context, id, 'participants.update');
  if (source === courseId) throw fieldProblem('courseId', 'Das ist die Gruppe von jetzt.');
  const { userId, name } = signedIn(context);
  const ids = [source, courseId] as const;
  return inLineOfBoth(ids, () =>
    context.write((write) => {
      const check = (row: CourseRow) => void allow(context, 'participants.update', targetOf(context, row.club));
      return withBoth({ write, settings: context.settings, actor: { userId, name } }, ids, check, async (both) => {
        const row = await readEnrolment(write.tx, id);
        const change = await planChange(both, row, from);
        const state = await stateForNew(both.target, 1);
        // With the move the staff say yes; only a full group makes somebody wait.
        const next = await changeGroup(both, row, change, { state: state === 'waitlisted' ? state : 'confirmed', channel: 'staff' });
        write.audit(
          'participants.update',
          { club: both.target.course.club, id: next.id, entity: 'participations' },
          `${fullName(change.one)} wechselt: ${both.source.course.title} → ${both.target.course.title}`,
          { after: { state: next.state, words: change.words } },
        );
        return { id: next.id, state: next.state };
      });
    }),
  );
}
