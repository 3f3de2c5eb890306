import { and, eq, inArray } from 'drizzle-orm';
import { phaseOf, queueClasses, type Phase, type QueueClass } from '#shared/courseStates.ts';
import { ageOn, priceFor, proRata, reasonsAgainst, type Price } from '#shared/eligibility.ts';
import { courseSession } from '../courses/table.ts';
import { phaseFactsOf, type CourseTimes } from '../courses/service.ts';
import { membersOn } from '../members/service.ts';
import type { OwnPersonRow, PersonRow } from '../people/service.ts';
import { today } from '../people/service.ts';
import { now } from '../platform/clock.ts';
import type { Transaction } from '../platform/database.ts';
import type { CourseRow } from './counting.ts';
import { participation } from './table.ts';

/** What a course means for one person: his place in the order, what stands against it, and what it costs him. */
export type Judgement = {
  person: PersonRow;
  queueClass: QueueClass;
  isMember: boolean;
  reasons: string[];
  phase: Phase;
  price: Price | undefined;
};

export type CourseFacts = { times: CourseTimes; prices: readonly Price[]; free: number | null; waiting: number };

/** Judges people for a course. `others` are the people of the same account in partner clubs: the proof for the partner price. */
export async function judge(
  tx: Transaction,
  course: CourseRow,
  facts: CourseFacts,
  people: readonly PersonRow[],
  others: readonly OwnPersonRow[] = [],
): Promise<Judgement[]> {
  const day = today();
  const members = await membersOn(
    tx,
    [...people, ...others].map(({ id }) => id),
    day,
  );
  const returning = await returningTo(tx, course, people);
  const share = await joinShare(tx, course, facts.times);
  return people.map((person) => {
    const isMember = members.has(person.id);
    const isPartner = others.some((other) => members.has(other.id) && isSamePerson(other, person));
    const queueClass = returning.has(person.id)
      ? queueClasses.returning
      : isMember
        ? queueClasses.member
        : isPartner
          ? queueClasses.partner
          : queueClasses.public;
    const isUnder18 = person.birthDate !== null && ageOn(person.birthDate, course.startsOn) < 18;
    const price = priceFor(facts.prices, { isMember, isPartnerMember: isPartner, isUnder18 });
    return {
      person,
      queueClass,
      isMember,
      reasons: reasonsAgainst(course, person, day),
      phase: phaseOf(phaseFactsOf(course, facts.times, facts), now(), queueClass),
      price: price && { ...price, cents: price.per === 'course' ? proRata(price.cents, share.remaining, share.all) : price.cents },
    };
  });
}

/** Who took part in the course that this one was copied from. */
async function returningTo(tx: Transaction, { copiedFrom }: CourseRow, people: readonly PersonRow[]): Promise<Set<string>> {
  if (!copiedFrom || people.length === 0) return new Set();
  const rows = await tx
    .select({ personId: participation.personId })
    .from(participation)
    .where(
      and(
        eq(participation.courseId, copiedFrom),
        inArray(participation.state, ['confirmed', 'completed']),
        inArray(
          participation.personId,
          people.map(({ id }) => id),
        ),
      ),
    );
  return new Set(rows.map(({ personId }) => personId));
}

/** The dates that are still to come of all dates, where joining late costs the rest only. */
async function joinShare(tx: Transaction, course: CourseRow, { startsAt }: CourseTimes): Promise<{ remaining: number; all: number }> {
  if (course.lateJoin !== 'prorata' || now() < startsAt || course.kind === 'permanent') return { remaining: 1, all: 1 };
  const rows = await tx
    .select({ startsAt: courseSession.startsAt, state: courseSession.state })
    .from(courseSession)
    .where(eq(courseSession.courseId, course.id));
  const all = rows.filter(({ state }) => state !== 'cancelled');
  return { remaining: all.filter((one) => one.startsAt > now()).length, all: all.length };
}

function isSamePerson(one: PersonRow, other: PersonRow): boolean {
  const key = ({ firstname, lastname, birthDate }: PersonRow) => `${firstname} ${lastname} ${birthDate}`.toLowerCase();
  return one.birthDate !== null && key(one) === key(other);
}
