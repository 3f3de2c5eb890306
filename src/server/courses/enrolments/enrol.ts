import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import type { PriceCategory } from '#shared/courses/courseWords.ts';
import { nextOffers } from '#shared/courses/waitingList.ts';
import { now } from '#server/platform/process/clock.ts';
import { allOf, sqlState } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import { postEmail } from './emails.ts';
import { countedState, freeSeats, holdEnd, offeringOf, recount, refOf, type AnySeats, type EnrolmentRow } from './counting.ts';
import { placing, type NewOrder } from '../orders/orders.ts';
import { prepareTicket } from '../orders/tickets.ts';
import { seatStart, type FullPrice, type SeatStart } from './seatPrice.ts';
import { readQueue } from './seats.ts';
import { enrolment, enrolmentLog } from './table.ts';

/** A person who wants a seat: everything that does not depend on the other enrolments. */
export type Newcomer = FullPrice & {
  personId: string;
  name: string;
  queueClass: number;
  priceCategory: PriceCategory | null;
  contactEmail: string | null;
  channel: EnrolmentRow['channel'];
  guardianName?: string | undefined;
  answers?: { [question: string]: string };
  holdKeyHash?: string | undefined;
  /** With a seat that is offered: until when. */
  offerExpiresAt?: Date;
  /** The order that it is part of. */
  orderId?: string;
  /** The start of the seat where the person was just judged; else it is looked up. */
  start?: SeatStart;
  /** Likewise the accounts that are notified. */
  accounts?: readonly string[];
};

/**
 * Gives one or several people together a seat, a seat on the waiting list, or a refusal: what the rule and the
 * free seats say. Several together come all or none. An address that is not yet confirmed holds the seat meanwhile, if
 * there is one. An `order` is written with them. Only within `withSeats`.
 */
export async function enrol(seats: AnySeats, newcomers: readonly Newcomer[], isVerified = true, order?: NewOrder): Promise<EnrolmentRow[]> {
  const state = await stateForNew(seats, newcomers.length);
  return insert(seats, newcomers, isVerified ? state : 'unverified', state === 'waitlisted', order);
}

/** The state that the free seats and the rule give to `count` people who come now. */
export async function stateForNew(seats: AnySeats, count: number): Promise<EnrolmentState> {
  const { registration, waitlistMax } = offeringOf(seats);
  const free = freeSeats(seats);
  const hasRoom = free === null || free >= count;
  if (hasRoom && !(await isSomebodyFirst(seats, free))) return registration === 'approval' ? 'pending' : 'confirmed';
  if (waitlistMax !== null && seats.waiting + count > waitlistMax) throw new Problem('waiting-list-full');
  return 'waitlisted';
}

/** Enrols people in a decided state, e.g. by staff. With `waits`, an unconfirmed address holds no seat. Only within `withSeats`. */
export async function insert(
  seats: AnySeats,
  newcomers: readonly Newcomer[],
  state: EnrolmentState,
  waits = state === 'waitlisted',
  order?: NewOrder,
): Promise<EnrolmentRow[]> {
  const { write, actor } = seats;
  const { club } = offeringOf(seats);
  const at = now();
  const groupKey = newcomers.length > 1 ? randomUUID() : null;
  const start = 'course' in seats ? (newcomers[0]?.start ?? (await seatStart(write.tx, seats.course))) : undefined;
  // The link of the first mail is made with the row: behind the lock of a rush each statement counts.
  const secrets = newcomers.map(() => newSecret());
  const values = newcomers.map(({ name: _name, start: _start, accounts: _accounts, ...one }, index) => ({
    ...one,
    priceCents: start?.shownCents(one) ?? one.fullPriceCents,
    startsOn: state === 'confirmed' ? (start?.startsOn ?? null) : null,
    freeUntil: state === 'confirmed' ? (start?.freeUntil ?? null) : null,
    id: randomUUID(),
    club,
    linkHashes: [linkHash(secrets[index] ?? newSecret())],
    ...refOf(seats),
    registeredBy: actor.userId ?? null,
    registeredAt: at,
    state,
    groupKey,
    queueRank: waits ? sql`nextval('enrolment_queue_seq')` : null,
    holdExpiresAt: state === 'unverified' ? holdEnd(at) : null,
  }));
  const ids = newcomers.map(({ personId }) => personId);
  const inserting = placing(write.tx, order)
    .insert(enrolment)
    .values(values)
    .returning()
    .catch((error: unknown) => {
      // The unique index is the last line against the same person twice.
      throw sqlState(error) === '23505' ? new Problem('already-registered', { cause: error }) : error;
    });
  const [rows] = await allOf([inserting, state === 'confirmed' ? prepareTicket(seats, order, ids) : undefined]);
  for (const row of rows) recount(seats, undefined, countedState(row));
  // None of these waits for the answer to another.
  await allOf([
    write.tx
      .insert(enrolmentLog)
      .values(rows.map(({ id }) => ({ club, enrolmentId: id, toState: state, at, byUser: actor.userId ?? null }))),
    ...rows.map((row, index) => {
      const { name = '', accounts } = newcomers[index] ?? {};
      return postEmail(seats, { ...row, name, accounts }, undefined, secrets[index]);
    }),
  ]);
  return rows;
}

/** Whether a waiting person would be offered the free seats first. */
async function isSomebodyFirst(seats: AnySeats, free: number | null): Promise<boolean> {
  if (seats.waiting === 0) return false;
  if (offeringOf(seats).isStrictQueue || free === null) return true;
  return nextOffers(await readQueue(seats.write.tx, refOf(seats)), free, false).length > 0;
}
