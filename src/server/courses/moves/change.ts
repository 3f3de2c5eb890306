import { eq, sql } from 'drizzle-orm';
import type { MovePlan } from '#shared/courses/moves/moveRules.ts';
import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import type { PersonRow } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { sqlState, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { countedState, freeSeats, recount, type CourseRow, type EnrolmentRow, type Seats } from '../enrolments/counting.ts';
import { insert } from '../enrolments/enrol.ts';
import { judgeFor, type Judgement } from '../enrolments/judge.ts';
import { datesOf, seatStart, type SeatStart } from '../enrolments/seatPrice.ts';
import { changeState, log } from '../enrolments/states.ts';
import { enrolment } from '../enrolments/table.ts';
import { canUndoMove } from './around.ts';
import type { Both } from './between.ts';
import { postMove, postMoveBack } from './mails.ts';
import { takePausesAlong } from './pauses.ts';
import { said } from './said.ts';

/** A possible change: person, judgement, start, days and sentences. */
export type Change = { one: PersonRow; judged: Judgement; start: SeatStart; plan: MovePlan; words: string[] };

/** Plans a change of groups; refused if it is not between two permanent groups of the club, or there is no seat to leave. */
export async function planChange({ source, target }: Both, row: EnrolmentRow, from: LocalDate): Promise<Change> {
  refuseNoGroup(source, target, row);
  const { tx } = target.write;
  const [one] = await tx.select().from(person).where(eq(person.id, row.personId));
  const [judged] = one ? (await judgeFor(target, [one])).judged : [];
  if (!one || !judged) throw new Problem('not-found');
  const start = await startFrom(tx, target.course, from);
  return { one, judged, start, ...said(source.course, target.course, row, judged.price, start.startsOn) };
}

/** The start of a seat at the first session of a group from a given day on. */
export async function startFrom(tx: Transaction, course: CourseRow, from: LocalDate): Promise<SeatStart> {
  const next = (await datesOf(tx, course.id)).find(({ isCancelled, localDate }) => !isCancelled && localDate >= from);
  const startsOn = next?.localDate ?? (course.startsOn > from ? course.startsOn : from);
  return { ...(await seatStart(tx, course)), startsOn, freeUntil: null };
}

/** Changes the group: a new seat ends the old one the day before, without a fee; a waiting person keeps the old seat until then. */
export async function changeGroup(
  both: Both,
  row: EnrolmentRow,
  { one, judged, start, plan, words }: Change,
  { state, channel }: { state: EnrolmentState; channel: EnrolmentRow['channel'] },
): Promise<EnrolmentRow> {
  const { target } = both;
  const newcomer = {
    personId: one.id,
    name: fullName(one),
    queueClass: judged.queueClass,
    priceCategory: judged.price?.category ?? null,
    fullPriceCents: judged.price?.fullCents ?? null,
    pricePer: judged.price?.per ?? null,
    contactEmail: row.contactEmail,
    channel,
    start,
    ...(row.guardianName && { guardianName: row.guardianName }),
  };
  const [next] = await insert(target, [newcomer], state);
  if (!next) throw new Error('The enrolment was not written.');
  await target.write.tx.update(enrolment).set({ movedFrom: row.id }).where(eq(enrolment.id, next.id));
  if (state === 'confirmed') await endOldSeat(both, row, next, plan, words, { name: fullName(one) });
  return next;
}

/** Ends the old seat of a change; the minimum term continues, and pauses to come are those of the new seat. */
export async function endOldSeat(
  { source, target }: Both,
  row: EnrolmentRow,
  next: EnrolmentRow,
  plan: MovePlan,
  words: readonly string[],
  { name, isSwap = false }: { name: string; isSwap?: boolean },
): Promise<void> {
  const { tx } = source.write;
  const reason = `Wechsel zu ${target.course.title}`;
  const { hasBegun } = plan;
  await tx
    .update(enrolment)
    .set({ termFrom: row.termFrom ?? row.startsOn, ...(hasBegun && { billedFrom: plan.billedFrom }) })
    .where(eq(enrolment.id, next.id));
  await takePausesAlong(tx, row, next, plan.startsOn);
  const noticed = { noticeAt: now(), noticeKind: 'moved' as const };
  if (!hasBegun)
    await changeState(source, row.id, 'cancelled', {
      reason,
      isSilent: true,
      set: { ...noticed, cancelledAt: now(), cancelReason: reason },
    });
  else await setDays(source, row, { ...noticed, leavesOn: plan.leavesOn, billedUntil: plan.billedUntil }, reason);
  await postMove(target, next, row, { name, words, from: source.course.title, plan, isSwap });
}

/** Undoes a change until it begins: the old seat continues as if nothing had happened. */
export async function undoChange({ source, target }: Both, row: EnrolmentRow, next: EnrolmentRow): Promise<void> {
  if (!canUndoMove(row, next) || next.swapShown !== null) throw new Problem('undo-over');
  const reason = 'Wechsel zurückgenommen';
  await changeState(target, next.id, 'cancelled', { reason, isSilent: true, set: { cancelledAt: now(), cancelReason: reason } });
  const asBefore = { leavesOn: null, billedUntil: null, noticeAt: null, noticeKind: null };
  if (row.state === 'confirmed') await setDays(source, row, asBefore, reason);
  else await takeSeatAgain(source, row, asBefore, reason);
  await takePausesAlong(source.write.tx, next, row, today());
  await postMoveBack(source, row, target.course.title);
}

/** Restores a seat that was ended unused, unless it is taken by now. */
async function takeSeatAgain(seats: Seats, row: EnrolmentRow, columns: Days, reason: string): Promise<void> {
  const free = freeSeats(seats);
  if (free !== null && free < 1) throw new Problem('places-taken');
  const [after] = await seats.write.tx
    .update(enrolment)
    .set({ ...columns, state: 'confirmed', cancelledAt: null, cancelReason: null, version: sql`${enrolment.version} + 1` })
    .where(eq(enrolment.id, row.id))
    .returning()
    .catch((error: unknown) => {
      // The person enrolled again meanwhile.
      throw sqlState(error) === '23505' ? new Problem('already-registered', { cause: error }) : error;
    });
  if (!after) throw new Problem('not-found');
  recount(seats, countedState(row), countedState(after));
  await log(seats, row.id, row.state, 'confirmed', { reason });
}

type Days = Partial<Pick<EnrolmentRow, 'leavesOn' | 'billedUntil' | 'noticeAt' | 'noticeKind'>>;

async function setDays(seats: Seats, row: EnrolmentRow, columns: Days, reason: string): Promise<void> {
  const [after] = await seats.write.tx
    .update(enrolment)
    .set({ ...columns, version: sql`${enrolment.version} + 1` })
    .where(eq(enrolment.id, row.id))
    .returning();
  if (!after) throw new Problem('not-found');
  recount(seats, countedState(row), countedState(after));
  await log(seats, row.id, row.state, row.state, {
    reason: columns.leavesOn ? `${reason}, letzter Tag ${germanDate(columns.leavesOn)}` : reason,
  });
}

/** Only between permanent groups of the club, and only with a seat to leave. */
function refuseNoGroup(source: Seats, target: Seats, row: EnrolmentRow): void {
  if (source.course.club !== target.course.club || source.course.id !== row.courseId) throw new Problem('not-found');
  if (source.course.kind !== 'permanent' || target.course.kind !== 'permanent')
    throw fieldProblem('courseId', 'Von einem Tag an wechselt man nur zwischen Dauerangeboten.');
  if (row.state !== 'confirmed' || row.leavesOn !== null) throw new Problem('move-not-possible');
}
