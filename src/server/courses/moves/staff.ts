import { eq } from 'drizzle-orm';
import { addDays } from '#shared/kernel/calendar.ts';
import { moveAheadDays } from '#shared/courses/moves/moveRules.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { CourseRow } from '../enrolments/counting.ts';
import { insert, stateForNew } from '../enrolments/enrol.ts';
import { approvedIfRequested, newcomerFrom, personOf } from '../enrolments/staffApi.ts';
import { courseOf, readEnrolment } from '../enrolments/staffWrite.ts';
import { judgeFor } from '../enrolments/judge.ts';
import { changeState } from '../enrolments/states.ts';
import { enrolment } from '../enrolments/table.ts';
import { inLineOfBoth, withBoth, type Both } from './between.ts';
import { changeGroup, planChange } from './change.ts';

type Asked = { id: string; courseId: string; from?: string | undefined };

/** Moves an enrolment: at once to another course, or from a given day between permanent groups. */
export async function moveByStaff(context: Context, { id, courseId, from }: Asked) {
  if (from === undefined) return moveAtOnce(context, id, courseId);
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
        // A move by staff counts as approval; only a full group puts the person on the waiting list.
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

/** Moves an enrolment to another course of the same club. */
async function moveAtOnce(context: Context, id: string, courseId: string) {
  const source = await courseOf(context, id, 'participants.update');
  if (source === courseId) throw new Problem('move-not-possible');
  const { userId, name } = signedIn(context);
  const ids = [source, courseId] as const;
  return inLineOfBoth(ids, () =>
    context.write((write) => {
      const check = (row: CourseRow) => void allow(context, 'participants.update', targetOf(context, row.club));
      return withBoth({ write, settings: context.settings, actor: { userId, name } }, ids, check, (both) => moveSeat(both, id));
    }),
  );
}

/** Ends the seat in one course and creates one in the other, behind both locks. */
async function moveSeat({ source, target }: Both, id: string) {
  if (source.course.club !== target.course.club) throw new Problem('not-found');
  const { write } = target;
  const row = await readEnrolment(write.tx, id);
  const one = await personOf(write.tx, target.course, row.personId);
  const judged = (await judgeFor(target, [one])).judged.at(0);
  const reason = `Wechsel zu ${target.course.title}`;
  await changeState(source, id, 'cancelled', { reason, isSilent: true, set: { cancelledAt: now(), cancelReason: reason } });
  const newcomer = {
    ...newcomerFrom(row),
    name: fullName(one),
    queueClass: judged?.queueClass ?? row.queueClass,
    priceCategory: judged?.price?.category ?? null,
    fullPriceCents: judged?.price?.fullCents ?? null,
    pricePer: judged?.price?.per ?? null,
  };
  const [next] = await insert(target, [newcomer], approvedIfRequested(await stateForNew(target, 1)));
  if (!next) throw new Error('The enrolment was not written.');
  await write.tx.update(enrolment).set({ movedFrom: id }).where(eq(enrolment.id, next.id));
  write.audit(
    'participants.update',
    { club: target.course.club, id: next.id, entity: 'participations' },
    `${fullName(one)} gewechselt: ${source.course.title} → ${target.course.title}`,
  );
  return { id: next.id, state: next.state };
}
