import { randomUUID } from 'node:crypto';
import { cancelFee, cancelRuleBefore } from '#shared/courses/cancellation.ts';
import { runsUntilNotice } from '#shared/courses/leaving.ts';
import { eventRuleInWords, firstDueOn, groupDueOn, orderInWords, type OrderAction, type OrderLine } from '#shared/courses/orders.ts';
import { allowableMethods, type AllowableMethod, type OrderMethod } from '#shared/courses/courseWords.ts';
import { firstPeriods, isPerPeriod, type PeriodSum } from '#shared/courses/priceShare.ts';
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
import { allowedBy } from './ways.ts';

/** An order to be written with its enrolments. */
export type NewOrder = typeof enrolmentOrder.$inferInsert;

/** The subject of an order: a course or an event. */
export type Ordered = { course: CourseRow } | { event: EventRow };

/** One person of an order, with the terms of the seat. */
export type OrderedSeat = Omit<OrderLine, 'firstDue'> & {
  start?: SeatStart | undefined;
  /** Follows a seat in another group. */ isMoved?: boolean;
};

/**
 * The general terms of a club: contract partner, minimum days until the due date, the day of a month on which permanent groups are paid,
 * and the allowed payment methods besides debit and transfer.
 */
export type Terms = { days: number; dueDay: number; partner: string; alsoBy: AllowableMethod[] };

/** Reads them; called before the lock of the seats. */
export async function termsOf(tx: Transaction, club: ClubName, { partnerOf }: Pick<OrderPorts, 'partnerOf'>): Promise<Terms> {
  const [days, dueDay, partner, alsoBy] = await allOf([
    readParameter(tx, 'money.firstDueDays'),
    readParameter(tx, 'money.groupDueDay'),
    partnerOf(tx, club),
    allowedBy(tx, club),
  ]);
  return { days, dueDay, partner, alsoBy };
}

/** Refuses a payment method that the club does not allow. */
export function refuseMethod(method: OrderMethod | undefined, alsoBy: readonly OrderMethod[]): void {
  if (allowableMethods.some((one) => one === method) && !alsoBy.some((one) => one === method))
    throw fieldProblem('method', 'So kann man hier nicht bezahlen. Bitte wählen Sie einen anderen Weg.');
}

type DueTerms = Pick<Terms, 'days' | 'dueDay'>;

/** The earliest due date of an order; null if nothing is to be paid. */
export function dueOnOf(of: Ordered, { priceCents, pricePer, start }: OrderedSeat, { days, dueDay }: DueTerms): string | null {
  if (!priceCents) return null;
  const firstDate = 'course' in of ? (start?.startsOn ?? of.course.startsOn) : localOf(of.event.startsAt).date;
  const earliest = firstDueOn(today(), days, firstDate);
  return isPerPeriod(pricePer) ? groupDueOn(earliest, dueDay) : earliest;
}

/** What the first payment is for; not told while another price is announced, since later periods then cost something else. */
export function firstDueOf(of: Ordered, { priceCents, pricePer, start, begun }: OrderedSeat, dueOn: string | null): PeriodSum[] {
  if (!priceCents || !pricePer || !start || dueOn === null || ('course' in of && of.course.comingPrices)) return [];
  return firstPeriods({ cents: priceCents, per: pricePer }, begun, { startsOn: start.startsOn, dueOn });
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

/** The text of the last step for the persons of an order, as shown on the page. */
export function wordsOf(of: Ordered, seats: readonly OrderedSeat[], action: OrderAction, { partner, ...terms }: Terms) {
  const owing = seats.filter(({ waits }) => !waits);
  const [first] = owing.filter(({ priceCents }) => priceCents);
  const dueOn = first ? dueOnOf(of, first, terms) : null;
  const shown = orderInWords({
    action,
    partner,
    lines: seats.map((one) => ({ ...one, firstDue: firstDueOf(of, one, dueOn) })),
    rule: ruleBefore(of),
    feeCents: owing.reduce((sum, one) => sum + feeOfToday(of, one), 0),
    isPermanent: 'course' in of && of.course.kind === 'permanent',
    isMove: seats.every(({ isMoved = false }) => isMoved),
    endsOnNotice: owing[0]?.start?.endsOnNotice ?? null,
    needsApproval: offeringOf(of).registration === 'approval',
    dueOn,
    today: today(),
  });
  return { shown, dueOn };
}

type Placing = { action: OrderAction; terms: Terms; method: OrderMethod | undefined };

/** Builds the order that is written with its enrolments. */
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

/** The order as a part of the next statement, which writes it, too: under load each statement behind the lock counts. */
export function placed(tx: Transaction, order: NewOrder | undefined) {
  return order ? [tx.$with('placed').as(tx.insert(enrolmentOrder).values(order).returning({ id: enrolmentOrder.id }))] : [];
}
