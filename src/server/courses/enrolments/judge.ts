import { and, eq, inArray } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { phaseOf, queueClasses, type Phase, type QueueClass } from '#shared/courses/courseStates.ts';
import type { PriceCategory, PriceUnit } from '#shared/courses/courseWords.ts';
import { periodOf } from '#shared/courses/priceShare.ts';
import { isMinor } from '#shared/kernel/age.ts';
import { priceFor, reasonsAgainst, type Price } from '#shared/courses/eligibility.ts';
import { coursePrices, phaseFactsOf, timesAmong, type CourseTimes } from '../offers/service.ts';
import { membersOn } from '#server/people/members/service.ts';
import type { OwnPersonRow, PersonRow } from '#server/people/persons/service.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { allOf, type Transaction } from '#server/platform/database/database.ts';
import { freeSeats, type AnySeats, type CourseRow, type EventRow } from './counting.ts';
import { eventPhase, reasonsAgainstEvent } from './eventRules.ts';
import { datesOf, startAmong, type CourseDate, type SeatStart } from './seatPrice.ts';
import { enrolment } from './table.ts';

/** The result of checking one person against a course or event: queue class, refusals, phase and price. */
export type Judgement = {
  person: PersonRow;
  queueClass: QueueClass;
  isMember: boolean;
  reasons: string[];
  phase: Phase;
  /** `cents` is the prorated price of a seat taken now, `fullCents` the whole price. */
  price: { category: PriceCategory | null; cents: number; fullCents: number; per: PriceUnit } | undefined;
  /** The terms of a seat given now. */
  start?: SeatStart;
};

/** The facts of a course that are the same for everybody. */
export type CourseFacts = {
  times: CourseTimes;
  dates: readonly CourseDate[];
  prices: readonly Price[];
  free: number | null;
  waiting: number;
};

/** The sessions and prices of a course. */
export type Listed = Pick<CourseFacts, 'dates' | 'prices'>;

type Counted = { occupied: number; waiting: number };

/** Facts about people that do not depend on seats: current members, and participants of the previous course. */
export type Standing = { members: ReadonlySet<string>; returning: ReadonlySet<string> };

/** Reads the standing of people; under load before the lock, because each statement behind it counts. */
export async function standingOf(
  tx: Transaction,
  of: { copiedFrom?: string | null | undefined },
  people: readonly PersonRow[],
  others: readonly OwnPersonRow[] = [],
): Promise<Standing> {
  const ids = [...people, ...others].map(({ id }) => id);
  const [members, returning] = await allOf([membersOn(tx, ids, today()), returningTo(tx, of, people)]);
  return { members, returning };
}

/** Judges people for the locked course or event. `others` are the account's persons in partner clubs. */
export async function judgeFor(
  seats: AnySeats,
  people: readonly PersonRow[],
  others: readonly OwnPersonRow[] = [],
  known?: Standing,
  listed?: Listed,
): Promise<{ judged: Judgement[]; prices: readonly Price[] }> {
  const { tx } = seats.write;
  if ('event' in seats) {
    const standing = known ?? (await standingOf(tx, {}, people));
    return { judged: judgeForEvent(seats.event, { free: freeSeats(seats), waiting: seats.waiting }, people, standing), prices: [] };
  }
  const facts = factsAmong(seats.course, seats, listed ?? (await listedOf(tx, seats.course.id)));
  const standing = known ?? (await standingOf(tx, seats.course, people, others));
  return { judged: judge(seats.course, facts, { people, others, ...standing }), prices: facts.prices };
}

/** Reads the sessions and prices of a course in concurrent statements. */
export async function listedOf(tx: Transaction, courseId: string): Promise<Listed> {
  const [dates, prices] = await allOf([datesOf(tx, courseId), coursePrices(tx, courseId)]);
  return { dates, prices };
}

/** The facts of a course with its current seat counts. */
export async function factsOf(tx: Transaction, row: CourseRow, counted: Counted): Promise<CourseFacts> {
  return factsAmong(row, counted, await listedOf(tx, row.id));
}

function factsAmong(row: CourseRow, { occupied, waiting }: Counted, { dates, prices }: Listed): CourseFacts {
  return { times: timesAmong(row, dates), dates, prices, free: freeSeats({ course: row, occupied }), waiting };
}

/**
 * A snapshot of the current offer: seat or queue, price, and cancellation rule. Sent with the enrolment and kept in the log, so that nobody
 * is bound to terms they were not shown.
 */
export function quoteOf(one: Judgement, of: CourseRow | EventRow, dueOn: string | null): string {
  const { phase, price, start } = one;
  const begun = price && start?.begun({ fullPriceCents: price.fullCents, pricePer: price.per });
  const rule =
    'cancelTiers' in of
      ? of.kind === 'permanent'
        ? [of.noticeAmount, of.noticeUnit, of.noticeTo, of.minTermMonths, ...(of.comingPrices ? [of.comingPrices] : [])]
        : [of.cancelFreeUntilDays, of.graceHours, of.cancelTiers]
      : [of.cancelUntil];
  return JSON.stringify([
    phase.action,
    price?.cents ?? null,
    price?.fullCents ?? null,
    price?.per ?? null,
    rule,
    dueOn,
    begun?.cents ?? null,
    start?.endsOnNotice ?? null,
    price && start ? periodOf(price.per, start.startsOn) : null,
  ]);
}

/** Judges people for an event: members queue before the public, and there is one price. */
export function judgeForEvent(
  event: EventRow,
  seats: { free: number | null; waiting: number },
  people: readonly PersonRow[],
  { members }: Standing,
): Judgement[] {
  const day = today();
  return people.map((person) => {
    const isMember = person.club === event.club && members.has(person.id);
    const queueClass = isMember ? queueClasses.member : queueClasses.public;
    return {
      person,
      queueClass,
      isMember,
      reasons: reasonsAgainstEvent(event, person, day),
      phase: eventPhase(event, seats, queueClass),
      price: { category: null, cents: event.priceCents, fullCents: event.priceCents, per: 'course' },
    };
  });
}

/** Judges people for a course. `others` are the account's persons in partner clubs, which prove the partner price. */
export function judge(
  course: CourseRow,
  facts: CourseFacts,
  { people, others = [], members, returning }: Standing & { people: readonly PersonRow[]; others?: readonly OwnPersonRow[] },
): Judgement[] {
  const day = today();
  const start = startAmong(course, facts.dates);
  return people.map((person) => {
    // A person of another club is not a member here.
    const isMember = person.club === course.club && members.has(person.id);
    const isPartner = others.some((other) => members.has(other.id) && isSamePerson(other, person));
    const queueClass = returning.has(person.id)
      ? queueClasses.returning
      : isMember
        ? queueClasses.member
        : isPartner
          ? queueClasses.partner
          : queueClasses.public;
    // A group may have started when today's adults were children.
    const isUnder18 = isMinor(person.birthDate, course.kind === 'permanent' && day > course.startsOn ? day : course.startsOn);
    const price = priceFor(facts.prices, { isMember, isPartnerMember: isPartner, isUnder18 });
    return {
      person,
      queueClass,
      isMember,
      reasons: reasonsAgainst(course, person, day),
      start,
      phase: phaseOf(phaseFactsOf(course, facts.times, facts), now(), queueClass),
      price: price && {
        ...price,
        fullCents: price.cents,
        cents: start.shownCents({ fullPriceCents: price.cents, pricePer: price.per }) ?? price.cents,
      },
    };
  });
}

/** Who of `people` took part in the course that this one was copied from. */
async function returningTo(
  tx: Transaction,
  { copiedFrom }: { copiedFrom?: string | null | undefined },
  people: readonly PersonRow[],
): Promise<Set<string>> {
  if (!copiedFrom || people.length === 0) return new Set();
  const rows = await tx
    .select({ personId: enrolment.personId })
    .from(enrolment)
    .where(
      and(
        eq(enrolment.courseId, copiedFrom),
        inArray(enrolment.state, enrolmentSets.attending),
        inArray(
          enrolment.personId,
          people.map(({ id }) => id),
        ),
      ),
    );
  return new Set(rows.map(({ personId }) => personId));
}

function isSamePerson(one: PersonRow, other: PersonRow): boolean {
  const key = (who: PersonRow) => `${fullName(who)} ${who.birthDate}`.toLowerCase();
  return one.birthDate !== null && key(one) === key(other);
}
