import { and, eq } from 'drizzle-orm';
import type { AgeDecision } from '#shared/courses/ageSeason/ageSeason.ts';
import { seasonCheck, seasonInWords } from '#shared/courses/ageSeason/seasons.ts';
import { addDays, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { moveAheadDays } from '#shared/courses/moves/moveRules.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { leaveByStaff } from '../enrolments/cancel.ts';
import type { CourseRow } from '../enrolments/counting.ts';
import { stateForNew } from '../enrolments/enrol.ts';
import { courseOf, onEnrolment, readEnrolment } from '../enrolments/staffWrite.ts';
import { inLineOfBoth, withBoth } from '../moves/between.ts';
import { changeGroup, planChange } from '../moves/change.ts';
import { decisionOf, misfits, type Found } from './list.ts';
import { postAgeException } from './mails.ts';
import { ageCheck } from './table.ts';

export type Decided = {
  /** Whether the target group must have a free seat; no waiting list. */ needsSeat?: boolean;
  id: string;
  decision: AgeDecision;
  reason: string;
  courseId?: string | undefined;
  day?: LocalDate | undefined;
};

/** Records the decision about a person whose age no longer fits the group, once per season, under the lock of the group. */
export async function decide(context: Context, input: Decided): Promise<void> {
  if (input.decision === 'moved') return moveOn(context, input);
  await onEnrolment(context, input.id, 'participants.update', async (seats, row) => {
    if (!('course' in seats)) throw new Problem('not-found');
    const found = await undecided(seats.write.tx, seats.course, row.id);
    const name = fullName(found.one);
    if (input.decision === 'kept') {
      await keep(context, seats.write.tx, found, input);
      await postAgeException(seats, row, { name, reason: input.reason, season: seasonInWords(seasonCheck(today()).season) });
      return { answer: undefined, content: `Bleibt mit Ausnahme: ${name}, Grund: ${input.reason}` };
    }
    refuseDay(row.startsOn, dayOf(input));
    await leaveByStaff(seats, row, dayOf(input), input.reason || 'Saisonwechsel');
    await keep(context, seats.write.tx, found, input);
    return { answer: undefined, content: `Endet zum Saisonwechsel: ${name}` };
  });
}

/** Withdraws an exception; the case is open again. */
export async function reopen(context: Context, id: string): Promise<void> {
  await onEnrolment(context, id, 'participants.update', async (seats, row) => {
    const gone = await seats.write.tx
      .update(ageCheck)
      .set({ decision: null, decidedAt: null, decidedBy: null, reason: '' })
      .where(and(eq(ageCheck.enrolmentId, row.id), eq(ageCheck.season, seasonCheck(today()).season), eq(ageCheck.decision, 'kept')))
      .returning({ id: ageCheck.enrolmentId });
    if (gone.length === 0) throw new Problem('wrong-state');
    return { answer: undefined, content: 'Ausnahme zum Saisonwechsel zurückgenommen' };
  });
}

async function moveOn(context: Context, input: Decided): Promise<void> {
  const source = await courseOf(context, input.id, 'participants.update');
  const day = dayOf(input);
  refuseDay(null, day);
  if (day > addDays(today(), moveAheadDays)) throw fieldProblem('day', 'Höchstens drei Monate im Voraus.');
  if (!input.courseId || input.courseId === source) throw fieldProblem('courseId', 'Bitte eine andere Gruppe wählen.');
  const { userId, name } = signedIn(context);
  const ids = [source, input.courseId] as const;
  const check = (row: CourseRow) => void allow(context, 'participants.update', targetOf(context, row.club));
  await inLineOfBoth(ids, () =>
    context.write((write) =>
      withBoth({ write, settings: context.settings, actor: { userId, name } }, ids, check, async (both) => {
        const found = await undecided(write.tx, both.source.course, input.id);
        const row = await readEnrolment(write.tx, input.id);
        const change = await planChange(both, row, day);
        // The decision is the approval by staff; only a full group puts the person on the waiting list.
        const state = await stateForNew(both.target, 1);
        if (input.needsSeat && state === 'waitlisted')
          throw fieldProblem('courseId', `„${both.target.course.title}“ ist voll: Bitte einzeln entscheiden.`);
        await changeGroup(both, row, change, { state: state === 'waitlisted' ? state : 'confirmed', channel: 'staff' });
        await keep(context, write.tx, found, input);
        write.audit(
          'participants.update',
          { club: row.club, id: row.id, entity: 'participations' },
          `Saisonwechsel: ${fullName(change.one)} wechselt: ${both.source.course.title} → ${both.target.course.title}`,
        );
      }),
    ),
  );
}

/** A person on the current list without a decision. */
async function undecided(tx: Transaction, { club }: CourseRow, id: string): Promise<Found> {
  const found = (await misfits(tx, club, seasonCheck(today()), id))[0];
  if (!found || decisionOf(found) !== null || found.isMoving || found.row.leavesOn !== null) throw new Problem('wrong-state');
  return found;
}

async function keep(context: Context, tx: Transaction, { row }: Found, { decision, reason, courseId }: Decided): Promise<void> {
  const decided = {
    decision,
    reason,
    courseId: decision === 'moved' ? (courseId ?? null) : null,
    decidedBy: signedIn(context).userId,
    decidedAt: now(),
  };
  await tx
    .insert(ageCheck)
    .values({ enrolmentId: row.id, season: seasonCheck(today()).season, club: row.club, ...decided })
    .onConflictDoUpdate({ target: [ageCheck.enrolmentId, ageCheck.season], set: decided });
}

function dayOf({ day }: Decided): LocalDate {
  if (!day) throw fieldProblem('day', 'Bitte einen Tag angeben.');
  return day;
}

function refuseDay(startsOn: LocalDate | null, day: LocalDate): void {
  if (day < today()) throw fieldProblem('day', 'Bitte heute oder einen späteren Tag.');
  if (startsOn !== null && day < startsOn) throw fieldProblem('day', `Der Platz beginnt erst am ${germanDate(startsOn)}.`);
}
