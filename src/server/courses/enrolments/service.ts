import { and, eq, gt, inArray, isNotNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { attendanceSets } from '#shared/courses/sessionStates.ts';
import { enrolmentSets, type EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import { queueClasses } from '#shared/courses/courseStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { course } from '../offers/table.ts';
import type { EventRegistrations } from '#server/events/service.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import type { actingAccess, heldAccess } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Transaction, type Write } from '#server/platform/database/database.ts';
import { ofOffering, refOf, refOfRow, type Actor, type AnySeats, type Seats, type SeatsWrite } from './counting.ts';
import { countColumns, heldSeatsOf, inLine, isCounted, seatsOf, withEventSeats, withSeats, withSeatsOf } from './seats.ts';
import { waysToPay } from '../orders/ways.ts';
import { eventPhase } from './eventRules.ts';
import { notifyParticipants, postLastDay, withdrawUntold } from './emails.ts';
import { changeState } from './states.ts';
import { attendance, enrolment } from './table.ts';

export type { Seats };
export { notifyParticipants, withdrawUntold };
export { countColumns, heldSeatsOf, isCounted, seatsOf, withSeats, inLine };

const system: Actor = { name: 'System' };

/** Expires overdue offers and holds, per course and event, and offers the freed seats to the next in line. Called by a job each minute. */
export async function expireDue(services: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const isOver = or(
    and(eq(enrolment.state, 'offered'), lte(enrolment.offerExpiresAt, now())),
    and(eq(enrolment.state, 'unverified'), lte(enrolment.holdExpiresAt, now())),
  );
  await onEachOffering(services, isOver, 'offers did not run out', async (seats) => {
    const over = await seats.write.tx
      .select({ id: enrolment.id })
      .from(enrolment)
      .where(and(ofOffering(refOf(seats)), isOver));
    for (const { id } of over) await changeState(seats, id, 'expired');
  });
}

/** Turns cancellation fees into charges; passed in by a higher wing (jobs.ts). */
export type ChargeFees = (write: Write, club: ClubName, ids: readonly string[]) => Promise<void>;

/** Charges the fees of cancellations that can no longer be undone. Called by a job each minute. */
export async function settleFees({ database, log }: Pick<Services, 'database' | 'log'>, chargeFees: ChargeFees): Promise<void> {
  const isOver = and(eq(enrolment.state, 'cancelled'), gt(enrolment.cancelFeeCents, 0), lte(enrolment.undoUntil, now()));
  const due = await database.read(everyClub, (tx) => tx.selectDistinct({ club: enrolment.club }).from(enrolment).where(isOver));
  for (const { club } of due)
    try {
      await database.write({ club }, (write) => chargeOver(write, club, isOver, chargeFees), { name: 'Abrechnung' });
    } catch (error) {
      log.warn({ err: error, club }, 'fees were not charged');
    }
}

async function chargeOver(write: Write, club: ClubName, isOver: SQL | undefined, chargeFees: ChargeFees): Promise<void> {
  const rows = await write.tx
    .update(enrolment)
    .set({ undoUntil: null })
    .where(and(isOver, eq(enrolment.club, club)))
    .returning({ id: enrolment.id });
  if (rows.length > 0)
    await chargeFees(
      write,
      club,
      rows.map(({ id }) => id),
    );
}

/** Ends the undo period of answers and offers seats that were kept for it. Called by a job each minute. */
export async function endUndo(services: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const isOver = and(isNotNull(enrolment.undoState), lte(enrolment.undoUntil, now()));
  await onEachOffering(services, isOver, 'answers were not settled', async (seats) => {
    const isHere = and(ofOffering(refOf(seats)), isOver);
    await seats.write.tx.update(enrolment).set({ undoState: null }).where(isHere);
  });
}

/**
 * Ends seats in permanent groups whose last day is over; freed seats are offered and the families notified. Called by a job each night.
 */
export async function endSeats(services: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const isOver = and(eq(enrolment.state, 'confirmed'), lt(enrolment.leavesOn, today()));
  await onEachOffering(services, isOver, 'seats did not end', async (seats) => {
    const over = await seats.write.tx
      .select()
      .from(enrolment)
      .where(and(ofOffering(refOf(seats)), isOver));
    for (const row of over) {
      await changeState(seats, row.id, 'completed', { isSilent: true });
      await postLastDay(seats, row);
    }
  });
}

/**
 * Offers free seats of running courses to their waiting lists: on the day before the start nothing is offered automatically, and nothing
 * else would resume such a list. Called by a job each night.
 */
export async function offerFree(services: Pick<Services, 'database' | 'settings' | 'log'>): Promise<void> {
  const { orm } = services.database;
  const begun = orm.select({ id: course.id }).from(course).where(lte(course.startsOn, today()));
  const waits = and(eq(enrolment.state, 'waitlisted'), inArray(enrolment.courseId, begun));
  await onEachOffering(services, waits, 'free seats were not offered', async () => undefined);
}

/** Runs a write on the seats of each course and event that has a matching enrolment. */
async function onEachOffering(
  { database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>,
  condition: SQL | undefined,
  failed: string,
  work: (seats: AnySeats) => Promise<void>,
): Promise<void> {
  const due = await database.read(everyClub, (tx) =>
    tx.selectDistinct({ courseId: enrolment.courseId, eventId: enrolment.eventId }).from(enrolment).where(condition).limit(500),
  );
  for (const { courseId, eventId } of due) {
    const ref = refOfRow({ courseId, eventId });
    try {
      await inLine(courseId ?? eventId ?? '', () =>
        database.write(everyClub, (write) => withSeatsOf({ write, settings, actor: system }, { ...ref, check: () => undefined }, work)),
      );
    } catch (error) {
      // A failing offering must not block the others; it is tried again in the next run.
      log.warn({ err: error, courseId, eventId }, failed);
    }
  }
}

/** Annuls all active enrolments of a cancelled course or event; each gets one mail. */
export async function annulEnrolments(seats: AnySeats, reason?: string): Promise<number> {
  const rows = await idsIn(seats, enrolmentSets.active);
  for (const id of rows) await changeState(seats, id, 'annulled', { reason });
  return rows.length;
}

/** Closes the enrolments of a finished course: people who were never present become no-shows. */
export async function completeAll(seats: Seats): Promise<void> {
  const { tx } = seats.write;
  const came = new Set(
    (
      await tx
        .selectDistinct({ personId: attendance.personId })
        .from(attendance)
        .innerJoin(enrolment, eq(enrolment.id, attendance.enrolmentId))
        .where(and(eq(enrolment.courseId, seats.course.id), inArray(attendance.state, attendanceSets.there)))
    ).map(({ personId }) => personId),
  );
  const rows = await tx
    .select({ id: enrolment.id, personId: enrolment.personId, state: enrolment.state })
    .from(enrolment)
    .where(and(eq(enrolment.courseId, seats.course.id), inArray(enrolment.state, enrolmentSets.active)));
  for (const { id, personId, state } of rows) {
    const to: EnrolmentState = came.has(personId) ? 'completed' : 'no_show';
    if (state === 'confirmed') await changeState(seats, id, to, { isSilent: true });
    else await changeState(seats, id, 'annulled', { isSilent: true });
  }
}

/** The number of confirmed seats of a course, for comparison with its minimum. */
export async function confirmedCount({ write }: SeatsWrite, courseId: string): Promise<number> {
  const [row] = await write.tx
    .select({ count: sql<number>`count(*)::int` })
    .from(enrolment)
    .where(and(eq(enrolment.courseId, courseId), eq(enrolment.state, 'confirmed')));
  return row?.count ?? 0;
}

/** The number of enrolments of a person, in any state. */
export function countEnrolments(tx: Transaction, personId: string): Promise<number> {
  return tx.$count(enrolment, eq(enrolment.personId, personId));
}

async function idsIn(seats: AnySeats, states: readonly EnrolmentState[]): Promise<string[]> {
  const rows = await seats.write.tx
    .select({ id: enrolment.id })
    .from(enrolment)
    .where(and(ofOffering(refOf(seats)), inArray(enrolment.state, [...states])))
    .orderBy(enrolment.registeredAt, enrolment.id);
  return rows.map(({ id }) => id);
}

/** Held seats and waiting enrolments per event. Needs the scope of the events' clubs; returns numbers only. */
async function eventCounts(tx: Transaction, ids: readonly string[]): Promise<Map<string, { occupied: number; waiting: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ eventId: enrolment.eventId, ...countColumns() })
    .from(enrolment)
    .where(inArray(enrolment.eventId, [...ids]))
    .groupBy(enrolment.eventId);
  return new Map(rows.map(({ eventId, ...counts }) => [eventId ?? '', counts]));
}

/** The port by which events use their enrolments. */
export const eventRegistrations: EventRegistrations = {
  counts: eventCounts,
  memberPhase: (row, seats) => eventPhase(row, seats, queueClasses.member),
  waysToPay,
  withSeats: withEventSeats,
  inLine,
  annulEnrolments,
  notifyParticipants: notifyParticipants,
};

/** SQL condition for a join with an access: an unconfirmed access covers only enrolments entered by its own account. */
export function isKnownBy(access: typeof heldAccess | typeof actingAccess): SQL | undefined {
  return or(eq(access.state, 'verified'), eq(enrolment.registeredBy, access.userId));
}

/** SQL condition: the enrolments that an account may see and act on; undefined if it acts for nobody. */
export async function knownTo(tx: Transaction, userId: string): Promise<SQL | undefined> {
  return knownAmong(await ownPeople(tx, userId), userId);
}

/** The same for persons that are already read. The person condition comes first, so that the planner starts with it. */
export function knownAmong(people: readonly { id: string; isClaimed: boolean }[], userId: string): SQL | undefined {
  if (people.length === 0) return undefined;
  const verified = people.filter(({ isClaimed }) => !isClaimed);
  return and(
    inArray(enrolment.personId, idsOf(people)),
    or(inArray(enrolment.personId, idsOf(verified)), eq(enrolment.registeredBy, userId)),
  );
}

function idsOf(people: readonly { id: string }[]): string[] {
  return people.map(({ id }) => id);
}
