import { eq, sql } from 'drizzle-orm';
import { cancelFee } from '#shared/courses/cancellation.ts';
import { leavesOn as endByNotice, noEarlierThan } from '#shared/courses/leaving.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { endBeforeRise } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { sqlState } from '#server/platform/database/database.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countedState, freeSeats, holdEnd, recount, type AnySeats, type EnrolmentRow } from './counting.ts';
import { nameOf, postEmail, postKept, postNotice, withdrawUntold } from './emails.ts';
import type { NewOrder } from '../orders/orders.ts';
import { changeState, log } from './states.ts';
import { enrolment } from './table.ts';

/** How long an answer can be undone; its fee is not charged before. */
const undoMs = 10 * 60 * 1000;

/**
 * Cancels an enrolment at the owner's request, where self-service cancellation is allowed: in a permanent group at the earliest end by
 * notice period, otherwise at once with the fee of the day.
 */
export async function cancelOwn(seats: AnySeats, row: EnrolmentRow): Promise<void> {
  if (row.state === 'cancelled' || row.leavesOn !== null) return;
  if (row.state === 'confirmed' && !maySignOff(seats)) throw new Problem('wrong-state');
  const end = noticeEnd(seats, row);
  if (end === undefined) await cancel(seats, row, { withFee: true, undoMs });
  else await leave(seats, row, end, 'ordinary');
}

/**
 * Gives notice by a declaration, regardless of self-service settings: in a permanent group at the earliest end by notice period, or at the
 * next possible end after the requested day, without a mail, because the receipt covers it; an earlier notice stands. Without a notice
 * period it cancels today. Returns the last day.
 */
export async function giveNotice(seats: AnySeats, row: EnrolmentRow, wishedOn: string | null): Promise<string> {
  if (row.leavesOn !== null) return row.leavesOn;
  const earliest = noticeEnd(seats, row);
  if (earliest === undefined || !('course' in seats)) {
    await cancel(seats, row, { withFee: false });
    return today();
  }
  const end = noEarlierThan(earliest, wishedOn, seats.course.noticeTo);
  await endByDeclaration(seats, row, end, 'ordinary');
  return end;
}

/** Ends a seat in a permanent group on a day by a declaration. Sends no mail, because the receipt or the answer covers it. */
export async function endByDeclaration(seats: AnySeats, row: EnrolmentRow, day: string, kind: 'ordinary' | 'extraordinary'): Promise<void> {
  refuseDay(row, day);
  await setLeaving(seats, row, { leavesOn: day, noticeAt: now(), noticeKind: kind }, `Kündigung zum ${germanDate(day)}`);
}

/** Withdraws from the contract: nothing is owed, as if the enrolment had never existed. */
export async function withdraw(seats: AnySeats, row: EnrolmentRow): Promise<void> {
  await changeState(seats, row.id, 'cancelled', {
    reason: 'Widerruf',
    isSilent: true,
    set: { cancelledAt: now(), cancelReason: 'Widerruf', cancelFeeCents: 0, leavesOn: null, noticeAt: now(), noticeKind: 'withdrawal' },
  });
}

/** Ends a seat after a death: nothing is owed for the time after that day, and no mail is sent. */
export async function endByDeath(seats: AnySeats, row: EnrolmentRow, day: string): Promise<void> {
  const hasBegun = row.state === 'confirmed' && row.startsOn !== null && row.startsOn <= day;
  await changeState(seats, row.id, 'cancelled', {
    reason: 'verstorben',
    isSilent: true,
    set: {
      cancelledAt: now(),
      cancelReason: 'verstorben',
      cancelFeeCents: 0,
      offerExpiresAt: null,
      leavesOn: hasBegun && !isPaidOnce(seats, row) ? day : null,
    },
  });
}

/** Withdraws the owner's notice, until the last day is over. */
export async function keepSeat(seats: AnySeats, row: EnrolmentRow): Promise<void> {
  if (row.leavesOn === null) return;
  if (row.state !== 'confirmed' || row.leavesOn < today() || row.noticeKind === 'moved') throw new Problem('wrong-state');
  const after = await setLeaving(seats, row, { leavesOn: null, noticeAt: null, noticeKind: null }, 'Kündigung zurückgenommen');
  await postKept(seats, after);
}

/** Accepts or declines an offered seat; can be undone for a few minutes, with the offer's expiry kept. */
export async function answerOffer(seats: AnySeats, row: EnrolmentRow, to: 'confirmed' | 'declined', order?: NewOrder): Promise<void> {
  const undoUntil = new Date(now().getTime() + undoMs);
  await changeState(seats, row.id, to, {
    isSilent: to === 'declined',
    order,
    set: { undoState: row.state, undoUntil, offerExpiresAt: row.offerExpiresAt },
  });
}

/**
 * Undoes a recent answer: a cancellation, or an accepted or declined offer. Rank and expiry of an offer are restored; a held seat was kept
 * meanwhile. Only enrolments that held no seat, or had an unconfirmed address, may find it taken.
 */
export async function undoAnswer(seats: AnySeats, row: EnrolmentRow): Promise<void> {
  if (row.undoState === null || row.undoUntil === null || row.undoUntil <= now()) throw new Problem('undo-over');
  const [before, to] = [countedState(row), row.undoState];
  const holdExpiresAt = to === 'unverified' ? holdEnd(row.registeredAt) : null;
  recount(seats, before, countedState({ ...row, state: to, holdExpiresAt, leavesOn: null }));
  if ((freeSeats(seats) ?? 0) < 0 && (before === undefined || !enrolmentSets.occupying.includes(before))) throw new Problem('places-taken');
  const [after] = await seats.write.tx
    .update(enrolment)
    .set({
      state: to,
      holdExpiresAt,
      undoState: null,
      undoUntil: null,
      cancelledAt: null,
      cancelReason: null,
      cancelFeeCents: 0,
      leavesOn: null,
      ...(to === 'offered' && { startsOn: null }),
      version: sql`${enrolment.version} + 1`,
    })
    .where(eq(enrolment.id, row.id))
    .returning()
    .catch((error: unknown) => {
      // The person enrolled again meanwhile.
      throw sqlState(error) === '23505' ? new Problem('already-registered', { cause: error }) : error;
    });
  if (!after) throw new Problem('not-found');
  await log(seats, row.id, row.state, to, { reason: 'Zurückgenommen' });
  // People who declined were not notified, and those who signed off are only afterwards.
  const isUntold = row.state === 'declined' || (await withdrawUntold(seats.write.tx, row.id)).size > 0;
  if (!isUntold) await postEmail(seats, { ...after, name: await nameOf(seats, row) });
}

/** Ends a seat in a permanent group on a day set by staff; not before the first day and not in the past. */
export async function leaveByStaff(seats: AnySeats, row: EnrolmentRow, day: string, reason: string): Promise<void> {
  if (!isGroup(seats) || row.state !== 'confirmed') throw new Problem('wrong-state');
  refuseDay(row, day);
  await leave(seats, row, day, 'by_club', reason);
}

/**
 * Cancels an enrolment at once. A fee applies only to a confirmed seat whose price is for the whole course; monthly and per-session prices
 * are owed up to the last day instead.
 */
export async function cancel(
  seats: AnySeats,
  row: EnrolmentRow,
  {
    withFee,
    reason,
    undoMs = 0,
  }: { withFee: boolean; reason?: string; /** How long it can be undone; the fee is charged only afterwards. */ undoMs?: number },
): Promise<void> {
  const isCommitted = row.state === 'confirmed';
  const isOnce = isPaidOnce(seats, row);
  const isFree = row.freeUntil !== null && now() < row.freeUntil;
  const fee = withFee && isCommitted && isOnce && !isFree && 'course' in seats ? cancelFee(seats.course, row.priceCents ?? 0, today()) : 0;
  const hasBegun = isCommitted && row.startsOn !== null && row.startsOn <= today();
  await changeState(seats, row.id, 'cancelled', {
    reason,
    set: {
      cancelledAt: now(),
      cancelReason: reason || null,
      cancelFeeCents: fee,
      ...((fee > 0 || undoMs > 0) && { undoUntil: new Date(now().getTime() + undoMs) }),
      ...(undoMs > 0 && { undoState: row.state }),
      offerExpiresAt: undoMs > 0 ? row.offerExpiresAt : null,
      ...(hasBegun && !isOnce && { leavesOn: today() }),
    },
  });
}

function refuseDay({ startsOn }: EnrolmentRow, day: string): void {
  if (day < today()) throw fieldProblem('leavesOn', 'Bitte heute oder einen späteren Tag.');
  if (startsOn !== null && day < startsOn)
    throw fieldProblem('leavesOn', `Der Platz beginnt erst am ${germanDate(startsOn)}: Bitte ohne Tag absagen.`);
}

/** The earliest last day for notice given today; undefined if there is no notice period or the seat would not have started by then. */
function noticeEnd(seats: AnySeats, row: EnrolmentRow): string | undefined {
  if (!('course' in seats) || !isGroup(seats) || row.state !== 'confirmed') return undefined;
  const end = endBeforeRise(endByNotice(today(), seats.course, row.termFrom ?? row.startsOn), row, seats.course.comingPrices, today());
  return row.startsOn !== null && end < row.startsOn ? undefined : end;
}

async function leave(seats: AnySeats, row: EnrolmentRow, leavesOn: string, noticeKind: 'ordinary' | 'by_club', reason = '') {
  const after = await setLeaving(
    seats,
    row,
    { leavesOn, noticeAt: now(), noticeKind },
    `Kündigung zum ${germanDate(leavesOn)}${reason && `: ${reason}`}`,
  );
  await postNotice(seats, after, reason);
}

type Leaving = Pick<EnrolmentRow, 'leavesOn' | 'noticeAt' | 'noticeKind'>;

async function setLeaving(seats: AnySeats, row: EnrolmentRow, columns: Leaving, words: string): Promise<EnrolmentRow> {
  const [after] = await seats.write.tx
    .update(enrolment)
    .set({ ...columns, version: sql`${enrolment.version} + 1` })
    .where(eq(enrolment.id, row.id))
    .returning();
  if (!after) throw new Problem('not-found');
  await log(seats, row.id, row.state, row.state, { reason: words });
  return after;
}

/** Whether the price is for the whole course; other prices are owed up to the last day. */
function isPaidOnce(seats: AnySeats, { pricePer }: EnrolmentRow): boolean {
  return !isGroup(seats) && (pricePer ?? 'course') === 'course';
}

function isGroup(seats: AnySeats): boolean {
  return 'course' in seats && seats.course.kind === 'permanent';
}

/** Courses where self-service cancellation is allowed; events until their deadline, else until they start. */
function maySignOff(seats: AnySeats): boolean {
  if ('course' in seats) return seats.course.isSelfCancel;
  return now() <= (seats.event.cancelUntil ?? seats.event.startsAt);
}
