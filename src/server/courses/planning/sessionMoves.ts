import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { movedSession } from '#shared/courses/courses.ts';
import type { manySessionsContract, movedSessions } from '#shared/courses/planning/manySessions.ts';
import { shiftFault, shifted, type SessionPlace } from '#shared/courses/planning/sessionMoves.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { asksFirst, type Booker } from '#server/halls/bookings/service.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { announce, withdrawAnnouncements } from './announced.ts';
import { firstOf, idsOf, onSessions, readChosen, type Chosen } from './chosenSessions.ts';
import { instantsOf, partsOf } from './dates.ts';
import { bookerOf, comingDates } from './halls.ts';
import { hallTroubles } from './hallStates.ts';
import type { CourseRow } from '../offers/service.ts';
import { moveHalls, namedHall, restoreHalls } from './sessionHall.ts';
import { countOf, newsReturned } from './sessionNews.ts';
import { changeSession, onSession, type SessionRow } from './sessions.ts';
import { course, courseSession } from '../offers/table.ts';

type Target = Pick<SessionRow, 'localDate' | 'startsAt' | 'endsAt' | 'facilityId' | 'unitIds' | 'place'>;
type Move = { session: SessionRow; to: Target };
type Wish = z.output<typeof movedSessions>;
type Preview = z.output<NonNullable<(typeof manySessionsContract)['previewMoves']['~orpc']['outputSchema']>>;

/** Moves one session with its hall; all participants get a mail, after `undoSeconds`. */
export function moveSession(context: Context, id: string, wish: Omit<z.output<typeof movedSession>, 'id'>): Promise<{ ok: true }> {
  const { date, startTime, endTime, reason, facilityId, unitIds } = wish;
  return onSession(context, id, 'courses.update', async ({ write, session, row }) => {
    if (!sessionSets.coming.includes(session.state)) throw new Problem('wrong-state');
    const times = instantsOf(date, startTime, endTime);
    if (times.endsAt <= times.startsAt) throw fieldProblem('endTime', 'Das Ende muss nach dem Beginn liegen.');
    const others = await startsBeside(write.tx, row, [id]);
    if (others.some((one) => one.getTime() === times.startsAt.getTime()))
      throw fieldProblem('startTime', 'Zu dieser Zeit gibt es schon einen Termin.');
    // Checked even if a place text is given, because the hall is booked below.
    const named = await namedHall(write.tx, row, wish, 'facilityId');
    const place = wish.place || named || row.place;
    const to = { ...times, localDate: date, place, facilityId, unitIds: partsOf({ facilityId, unitIds }) };
    await relocate(context, write, row, [{ session, to }], reason);
    // No announcement if only the booking was renewed or the button pressed twice: nothing changed for participants.
    if (isNews({ session, to })) await announce({ write, settings: context.settings, course: row }, [id]);
    return `Termin verlegt: ${row.title}, ${instantInWords(session.startsAt)} auf ${instantInWords(times.startsAt)}`;
  });
}

/** Where sessions would move and what prevents each move, without writing anything. */
export function previewMoves(context: Context, wish: Wish): Promise<Preview> {
  return context.read(async (tx) => {
    const [row] = await tx.select().from(course).where(eq(course.id, wish.id));
    if (!row) throw new Problem('not-found');
    allow(context, 'courses.update', targetOf(context, row.club));
    const found = await readChosen(tx, wish);
    if (found.length < new Set(wish.sessionIds).size) throw new Problem('not-found');
    const moves = await movesOf(tx, row, found, wish);
    const faults = await faultsOf(tx, row, moves);
    const possible = moves.filter(({ session }) => !faults.has(session.id));
    const halls = await hallTroubles(tx, row, datesOf(possible), bookingsOf(moves));
    const asked = await askedHalls(tx, bookerOf(context), row, moves);
    return moves.map((move) => {
      const { session, to } = move;
      return {
        id: session.id,
        startsAt: to.startsAt.toISOString(),
        endsAt: to.endsAt.toISOString(),
        place: to.place,
        trouble: faults.get(session.id) || halls.get(session.id) || '',
        isAsked: asked.has(to.facilityId) && isNews(move),
      };
    });
  });
}

/** The target halls where a booking is only requested at first; drafts book none. */
async function askedHalls(
  tx: Transaction,
  booker: Booker,
  { club, status }: CourseRow,
  moves: readonly Move[],
): Promise<Set<string | null>> {
  const asked = new Set<string | null>();
  if (!courseSets.running.includes(status)) return asked;
  for (const facilityId of new Set(moves.flatMap(({ to }) => to.facilityId ?? [])))
    if (await asksFirst(tx, booker, { club, facilityId })) asked.add(facilityId);
  return asked;
}

/** Moves sessions, all with their halls or none; each family gets one mail, after `undoSeconds`. */
export function moveSessions(context: Context, wish: Wish): Promise<{ changed: number }> {
  return onSessions(context, wish, 'courses.update', async (write, row, found) => {
    const moves = (await movesOf(write.tx, row, found, wish)).filter(isNews);
    if (moves.length === 0) throw new Problem('wrong-state');
    refuse(await faultsOf(write.tx, row, moves));
    await relocate(context, write, row, moves, wish.reason);
    const sessions = moves.map(({ session }) => session);
    await announce({ write, settings: context.settings, course: row }, idsOf(sessions));
    return { sessions, content: `Termine verlegt: ${row.title}, ${countOf(sessions)} ab ${firstOf(sessions)}` };
  });
}

/** Whether a moved session can go back to its original place. */
export function mayReturn({ movedFrom, state, startsAt }: SessionRow): boolean {
  return movedFrom !== null && sessionSets.coming.includes(state) && startsAt > now() && new Date(movedFrom.startsAt) > now();
}

/** Moves sessions back, all with their halls or none; people notified of the move are notified of this. */
export function returnSessions(context: Context, chosen: Chosen): Promise<{ changed: number }> {
  return onSessions(context, chosen, 'courses.update', async (write, row, found) => {
    const sessions = found.filter(mayReturn);
    const moves = sessions.flatMap((session) => (session.movedFrom ? [{ session, to: placeBack(session.movedFrom) }] : []));
    if (moves.length === 0) throw new Problem('wrong-state');
    refuse(await faultsOf(write.tx, row, moves));
    for (const { to } of moves) await namedHall(write.tx, row, to, 'sessionIds');
    await relocate(context, write, row, moves, undefined);
    await restoreHalls(
      write,
      bookerOf(context),
      new Map(sessions.flatMap(({ id, movedFrom }) => (movedFrom?.bookingId ? [[id, movedFrom.bookingId]] : []))),
    );
    await withdrawAnnouncements({ write, settings: context.settings, course: row }, sessions, newsReturned);
    return { sessions, content: `Verlegung zurückgenommen: ${row.title}, ${countOf(sessions)} ab ${firstOf(sessions)}` };
  });
}

/** The future sessions among `found` with their new places. */
async function movesOf(tx: Transaction, row: CourseRow, found: readonly SessionRow[], { hall, ...shift }: Wish): Promise<Move[]> {
  const named = hall ? hall.place || (await namedHall(tx, row, hall, 'facilityId')) || row.place : '';
  return found
    .filter(({ state, startsAt }) => sessionSets.coming.includes(state) && startsAt > now())
    .map((session) => {
      const { date: localDate, startsAt, endsAt } = shifted(session, shift);
      const { facilityId, unitIds, place } = session;
      const where = hall ? { facilityId: hall.facilityId, unitIds: partsOf(hall), place: named } : { facilityId, unitIds, place };
      return { session, to: { localDate, startsAt, endsAt, ...where } };
    });
}

/** What prevents the new times of sessions, by id: an end before the start, the past, or another session of the course. */
async function faultsOf(tx: Transaction, row: CourseRow, moves: readonly Move[]): Promise<Map<string, string>> {
  const ids = moves.map(({ session }) => session.id);
  const beside = await startsBeside(tx, row, ids);
  return new Map(
    moves.flatMap(({ session: { id }, to }) => {
      const others = moves.flatMap((one) => (one.session.id === id ? [] : [one.to.startsAt]));
      const fault = shiftFault({ ...to, date: to.localDate }, [...beside, ...others], now());
      return fault ? [[id, fault] as const] : [];
    }),
  );
}

function refuse(faults: ReadonlyMap<string, string>): void {
  const messages = [...new Set(faults.values())].slice(0, 20);
  if (messages.length > 0) throw new Problem('invalid-input', { fields: messages.map((message) => ({ path: 'sessionIds', message })) });
}

/** The start times of the other sessions of the course. */
async function startsBeside(tx: Transaction, { id }: CourseRow, ids: readonly string[]): Promise<Date[]> {
  const rows = await tx
    .select({ id: courseSession.id, startsAt: courseSession.startsAt })
    .from(courseSession)
    .where(eq(courseSession.courseId, id));
  return rows.flatMap((one) => (ids.includes(one.id) ? [] : [one.startsAt]));
}

/** Writes the new places and books the halls. Without a reason the sessions go back and get their earlier state. */
async function relocate(context: Context, write: Write, row: CourseRow, moves: readonly Move[], reason: string | undefined): Promise<void> {
  const before = await comingDates(write.tx, row.id);
  const ids = moves.map(({ session }) => session.id);
  // When sessions shift along, one moves to the time that the next one leaves, so all are moved out of the way first.
  if (ids.length > 1)
    await write.tx
      .update(courseSession)
      .set({
        startsAt: sql`${courseSession.startsAt} + interval '1000 years'`,
        endsAt: sql`${courseSession.endsAt} + interval '1000 years'`,
      })
      .where(inArray(courseSession.id, ids));
  for (const { session, to } of moves) {
    const { state, reason: reasonBefore } = session.movedFrom ?? session;
    const moved = { state: 'moved', reason: reason || null, ...(isNews({ session, to }) && { movedFrom: placeOf(session) }) } as const;
    const back = { state, reason: reasonBefore, movedFrom: null, occasion: null };
    await changeSession(write, session, { ...to, ...(reason === undefined ? back : moved) });
  }
  await moveHalls(write, bookerOf(context), row, before, ids);
}

/** Whether the move changes anything for participants. */
function isNews({ session, to }: Move): boolean {
  const at = ({ startsAt, endsAt, place, facilityId, unitIds }: Target) =>
    [startsAt.getTime(), endsAt.getTime(), place, facilityId, ...unitIds.toSorted()].join();
  return at(session) !== at(to);
}

function placeOf({ localDate, startsAt, endsAt, facilityId, unitIds, place, bookingId, state, reason }: SessionRow): SessionPlace {
  return {
    localDate,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    facilityId,
    unitIds,
    place,
    bookingId,
    state,
    reason,
  };
}

function placeBack({ localDate, startsAt, endsAt, facilityId, unitIds, place }: SessionPlace): Target {
  return { localDate, startsAt: new Date(startsAt), endsAt: new Date(endsAt), facilityId, unitIds, place };
}

/** The sessions at their targets, for the hall checks. */
function datesOf(moves: readonly Move[]) {
  return moves.map(({ session, to }) => ({ ...session, ...to, bookingId: null }));
}

function bookingsOf(moves: readonly Move[]): Set<string> {
  return new Set(moves.flatMap(({ session: { bookingId } }) => bookingId ?? []));
}
