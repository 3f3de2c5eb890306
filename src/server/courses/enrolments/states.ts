import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { enrolmentSets, mayChange, type EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postEmail } from './emails.ts';
import { placed, type NewOrder } from '../orders/orders.ts';
import { seatColumns } from './seatPrice.ts';
import { countedState, offeringOf, recount, type Actor, type AnySeats, type EnrolmentRow } from './counting.ts';
import { enrolment, enrolmentLog } from './table.ts';

type Change = {
  actor?: Actor;
  reason?: string | undefined;
  /** Other columns to set with the state. */
  set?: Omit<PgUpdateSetSource<typeof enrolment>, 'id' | 'state' | 'version'>;
  /** The order that makes the change binding; written with it. */
  order?: NewOrder | undefined;
  /** No mail, because the person did it on screen or another mail covers it. */
  isSilent?: boolean;
};

/** Changes the state of an enrolment in a locked course or event, with history, counts and mail. */
export async function changeState(seats: AnySeats, id: string, to: EnrolmentState, change: Change = {}): Promise<EnrolmentRow> {
  const { tx } = seats.write;
  const [found] = await tx
    .select({ row: enrolment, firstname: person.firstname, lastname: person.lastname })
    .from(enrolment)
    .innerJoin(person, eq(person.id, enrolment.personId))
    .where(eq(enrolment.id, id));
  if (!found || (found.row.courseId ?? found.row.eventId) !== offeringOf(seats).id) throw new Problem('not-found');
  const { row } = found;
  if (!mayChange(row.state, to)) throw new Problem('wrong-state');
  const [after] = await tx
    .with(...placed(tx, change.order))
    .update(enrolment)
    .set({
      ...leaving,
      ...noUndo,
      ...(to === 'confirmed' && (await seatColumns(seats, row))),
      ...change.set,
      ...(change.order && { orderId: change.order.id }),
      state: to,
      version: sql`${enrolment.version} + 1`,
    })
    .where(eq(enrolment.id, id))
    .returning();
  if (!after) throw new Problem('not-found');
  recount(seats, countedState(row), enrolmentSets.left.includes(to) ? countedState(after) : to);
  await log(seats, id, row.state, to, change);
  if (!change.isSilent) await postEmail(seats, { ...after, name: fullName(found) }, change.reason);
  return after;
}

/** Writes an entry of an enrolment's history. */
export async function log(
  seats: AnySeats,
  enrolmentId: string,
  fromState: EnrolmentState | null,
  toState: EnrolmentState,
  change: Pick<Change, 'actor' | 'reason'> = {},
): Promise<void> {
  const by = change.actor ?? seats.actor;
  await seats.write.tx.insert(enrolmentLog).values({
    club: offeringOf(seats).club,
    enrolmentId,
    fromState,
    toState,
    at: now(),
    byUser: by.userId ?? null,
    reason: change.reason ?? null,
  });
}

/** Offer, hold and swap belong to the state that is left. */
const leaving = { offerExpiresAt: null, holdExpiresAt: null, swapUntil: null, swapShown: null };

/** A state change ends the undo period of an earlier answer. */
const noUndo = { undoState: null, undoUntil: null };
