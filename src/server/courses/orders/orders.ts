import { randomUUID } from 'node:crypto';
import { cancelFee, cancelRuleBefore } from '#shared/courses/cancellation.ts';
import { runsUntilNotice } from '#shared/courses/leaving.ts';
import {
  allowableMethods,
  eventRuleInWords,
  firstDueOn,
  orderInWords,
  type AllowableMethod,
  type OrderAction,
  type OrderLine,
  type OrderMethod,
} from '#shared/courses/orders.ts';
import { comingPricesInWords } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { readParameter } from '#server/club/config/service.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { allOf, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { offeringOf, refOf, type AnySeats, type CourseRow, type EventRow } from '../enrolments/counting.ts';
import type { SeatStart } from '../enrolments/seatPrice.ts';
import { enrolmentOrder } from '../enrolments/table.ts';
import type { OrderPorts } from './ports.ts';

/** An order as it is written with the enrolments that it makes. */
export type NewOrder = typeof enrolmentOrder.$inferInsert;

/** The subject of an order: a course or an event. */
export type Ordered = { course: CourseRow } | { event: EventRow };

/** One person of an order, with the cancellation fee of today. */
export type OrderedSeat = OrderLine & { start?: SeatStart | undefined };

/** The conditions of every order with a club: the contract partner, the least days until the due day, and the other ways to pay. */
export type Terms = { days: number; partner: string; alsoBy: AllowableMethod[] };

/** Reads them; asked before the lock of the seats. */
export async function termsOf(tx: Transaction, club: ClubName, { partnerOf }: Pick<OrderPorts, 'partnerOf'>): Promise<Terms> {
  const [days, partner, ...allowed] = await allOf([
    readParameter(tx, 'money.firstDueDays'),
    partnerOf(tx, club),
    ...allowableMethods.map((method) => readParameter(tx, `orders.${club}.${method}`)),
  ]);
  return { days, partner, alsoBy: allowableMethods.filter((_, at) => allowed[at]) };
}

/** Refuses a way of paying that the club does not allow. */
export function refuseMethod(method: OrderMethod | undefined, alsoBy: readonly OrderMethod[]): void {
  if (allowableMethods.some((one) => one === method) && !alsoBy.some((one) => one === method))
    throw fieldProblem('method', 'So kann man hier nicht bezahlen. Bitte wählen Sie einen anderen Weg.');
}

/** The first day on which an order may be due; null where it costs nothing. */
export function dueOnOf(of: Ordered, { priceCents, start }: OrderedSeat, days: number): string | null {
  if (!priceCents) return null;
  const firstDate = 'course' in of ? (start?.startsOn ?? of.course.startsOn) : localOf(of.event.startsAt).date;
  return firstDueOn(today(), days, firstDate);
}

/** The cancellation rule of an order that is not placed yet. */
function ruleBefore(of: Ordered): string[] {
  if ('event' in of) return eventRuleInWords(of.event.cancelUntil?.toISOString() ?? null);
  return of.course.kind === 'permanent'
    ? [runsUntilNotice(of.course), ...comingPricesInWords(of.course.comingPrices)]
    : cancelRuleBefore(of.course, today());
}

/** The cancellation fee on the day of the order. */
export function feeOfToday(of: Ordered, { priceCents, pricePer, start }: OrderedSeat): number {
  if (!('course' in of) || of.course.kind === 'permanent' || pricePer !== 'course') return 0;
  return (start?.freeUntil ?? now()) > now() ? 0 : cancelFee(of.course, priceCents ?? 0, today());
}

/** The words of the last step for the people of an order, as the page shows them. */
export function wordsOf(of: Ordered, seats: readonly OrderedSeat[], action: OrderAction, { days, partner }: Terms) {
  const owing = seats.filter(({ waits }) => !waits);
  const [first] = owing.filter(({ priceCents }) => priceCents);
  const dueOn = first ? dueOnOf(of, first, days) : null;
  const shown = orderInWords({
    action,
    partner,
    lines: seats,
    rule: ruleBefore(of),
    feeCents: owing.reduce((sum, one) => sum + feeOfToday(of, one), 0),
    isPermanent: 'course' in of && of.course.kind === 'permanent',
    endsOnNotice: owing[0]?.start?.endsOnNotice ?? null,
    needsApproval: offeringOf(of).registration === 'approval',
    dueOn,
    today: today(),
  });
  return { shown, dueOn };
}

type Placing = { action: OrderAction; terms: Terms; method: OrderMethod | undefined };

/** The order, ready to be written with its enrolments. */
export function newOrder(seats: AnySeats, people: readonly OrderedSeat[], { action, terms, method }: Placing): NewOrder {
  const { shown, dueOn } = wordsOf(seats, people, action, terms);
  refuseMethod(method, terms.alsoBy);
  return {
    id: randomUUID(),
    club: offeringOf(seats).club,
    ...refOf(seats),
    placedAt: now(),
    placedBy: seats.actor.userId ?? null,
    method: dueOn === null ? null : (method ?? null),
    dueOn,
    shown,
  };
}

/** Writes an order within the next statement: behind the lock of a rush each statement counts. */
export function placing(tx: Transaction, order: NewOrder | undefined) {
  if (!order) return tx;
  return tx.with(tx.$with('placed').as(tx.insert(enrolmentOrder).values(order).returning({ id: enrolmentOrder.id })));
}
