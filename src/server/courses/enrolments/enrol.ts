import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import type { PriceCategory } from '#shared/courses/courseWords.ts';
import { nextOffers } from '#shared/courses/waitingList.ts';
import { now } from '#server/platform/process/clock.ts';
import { allOf, sqlState, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import { postEmail } from './emails.ts';
import {
  countedState,
  freeSeats,
  holdEnd,
  offeringOf,
  recount,
  refOf,
  type AnySeats,
  type CourseRow,
  type EnrolmentRow,
  type EventRow,
} from './counting.ts';
import { placed, type NewOrder } from '../orders/orders.ts';
import { prepareTicket } from '../orders/tickets.ts';
import { seatStart, type FullPrice, type SeatStart } from './seatPrice.ts';
import { readQueue } from './seats.ts';
import { enrolment, enrolmentLog } from './table.ts';

/** A person to be enrolled: everything that does not depend on other enrolments. */
export type Newcomer = FullPrice & {
  personId: string;
  name: string;
  queueClass: number;
  priceCategory: PriceCategory | null;
  /** The office chose it. */ keepsPriceGroup?: boolean;
  contactEmail: string | null;
  channel: EnrolmentRow['channel'];
  guardianName?: string | undefined;
  answers?: { [question: string]: string };
  holdKeyHash?: string | undefined;
  /** If a seat is offered: when the offer expires. */
  offerExpiresAt?: Date;
  /** The order that this enrolment belongs to. */
  orderId?: string;
  /** The start of the seat if already known from the judgement; otherwise it is read. */
  start?: SeatStart;
  /** The accounts to notify if already known; otherwise they are read. */
  accounts?: readonly string[];
};

/**
 * Enrols one or several people: each gets a seat, a place on the waiting list, or a refusal, by the rules and the free seats. Several
 * people are enrolled all or none. An unconfirmed address holds a free seat meanwhile. `order` is written in the same statement. Only
 * within `withSeats`.
 */
export async function enrol(seats: AnySeats, newcomers: readonly Newcomer[], isVerified = true, order?: NewOrder): Promise<EnrolmentRow[]> {
  const state = await stateForNew(seats, newcomers.length);
  return insert(seats, newcomers, isVerified ? state : 'unverified', state === 'waitlisted', order);
}

/** The state of `count` new enrolments, by the rules and the free seats. */
export async function stateForNew(seats: AnySeats, count: number): Promise<EnrolmentState> {
  const { waitlistMax } = offeringOf(seats);
  if (await isRoomFor(seats.write.tx, seats, count)) return stateOfSeat(seats);
  if (waitlistMax !== null && seats.waiting + count > waitlistMax) throw new Problem('waiting-list-full');
  return 'waitlisted';
}

/** The state of an enrolment that is confirmed while its seat is held: people who came to wait meanwhile are behind it. */
export async function stateForHeld(seats: AnySeats): Promise<EnrolmentState> {
  const others = { ...seats, occupied: seats.occupied - 1 };
  const free = freeSeats(others);
  return free === null || free >= 1 ? stateOfSeat(seats) : stateForNew(others, 1);
}

function stateOfSeat(seats: AnySeats): EnrolmentState {
  return offeringOf(seats).registration === 'approval' ? 'pending' : 'confirmed';
}

/** Whether `count` new enrolments would get seats now. */
export async function isRoomFor(tx: Transaction, counted: Offered, count: number): Promise<boolean> {
  const free = freeSeats(counted);
  return (free === null || free >= count) && !(await isSomebodyFirst(tx, counted, free));
}

/** An offering with its counts. */
type Offered = ({ course: CourseRow } | { event: EventRow }) & Pick<AnySeats, 'occupied' | 'waiting'>;

/** Enrols people in a given state, e.g. by staff. With `waits`, an unconfirmed address holds no seat. Only within `withSeats`. */
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
  // The link of the first mail and the log are inserted with the row: under load each statement behind the lock counts.
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
  const log = values.map(({ id }) => ({ club, enrolmentId: id, toState: state, at, byUser: actor.userId ?? null }));
  const logged = write.tx.$with('logged').as(write.tx.insert(enrolmentLog).values(log).returning({ id: enrolmentLog.id }));
  const inserting = write.tx
    .with(...placed(write.tx, order), logged)
    .insert(enrolment)
    .values(values)
    .returning()
    .catch((error: unknown) => {
      // The unique index is the final guard against enrolling the same person twice.
      throw sqlState(error) === '23505' ? new Problem('already-registered', { cause: error }) : error;
    });
  const [rows] = await allOf([inserting, state === 'confirmed' ? prepareTicket(seats, order, ids) : undefined]);
  for (const row of rows) recount(seats, undefined, countedState(row));
  await allOf(
    rows.map((row, index) => {
      const { name = '', accounts } = newcomers[index] ?? {};
      return postEmail(seats, { ...row, name, accounts }, undefined, secrets[index]);
    }),
  );
  return rows;
}

/** Whether waiting people would be offered the free seats first. */
async function isSomebodyFirst(tx: Transaction, counted: Offered, free: number | null): Promise<boolean> {
  if (counted.waiting === 0) return false;
  if (offeringOf(counted).isStrictQueue || free === null) return true;
  return nextOffers(await readQueue(tx, refOf(counted)), free, false).length > 0;
}
