import { and, eq, gte, inArray, lte, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CardOnSheet } from '#shared/courses/attendance.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { attendance } from '../enrolments/table.ts';
import { cardVisit, punchCard, punchCardPerson } from './table.ts';

type Session = { id: string; courseId: string; day: string };

/** A subquery of the persons who may attend a session with a card; they are on its list with or without a seat. */
export function cardGuests({ courseId, day }: Pick<Session, 'courseId' | 'day'>): SQL {
  return sql`(select card_guests(${courseId}, ${day}))`;
}

function covers(courseId: string, day: string) {
  return and(
    eq(punchCard.state, 'sold'),
    lte(punchCard.validFrom, day),
    gte(punchCard.validUntil, day),
    sql`card_covers(${punchCard.productId}, ${courseId})`,
  );
}

/** Card data of an attendance list: the remaining visits, and attendance without a card. */
export async function cardsOnSheet(
  tx: Transaction,
  { id, courseId, day }: Session,
  personIds: readonly string[],
): Promise<Map<string, CardOnSheet>> {
  if (personIds.length === 0) return new Map();
  const cards = await tx
    .select({
      personId: punchCardPerson.personId,
      left: sql<number>`sum(${punchCard.visits} - ${punchCard.used} - ${punchCard.corrected})::int`,
    })
    .from(punchCardPerson)
    .innerJoin(punchCard, eq(punchCard.id, punchCardPerson.cardId))
    .where(and(inArray(punchCardPerson.personId, [...personIds]), covers(courseId, day)))
    .groupBy(punchCardPerson.personId);
  const visits = await tx
    .select({ personId: cardVisit.personId, cardId: cardVisit.cardId, settledAt: cardVisit.settledAt })
    .from(cardVisit)
    .where(and(eq(cardVisit.sessionId, id), inArray(cardVisit.personId, [...personIds])));
  const left = new Map(cards.map((one) => [one.personId, one.left]));
  const came = new Map(visits.map((one) => [one.personId, one]));
  return new Map(
    [...new Set([...left.keys(), ...came.keys()])].map((personId) => {
      const visit = came.get(personId);
      return [
        personId,
        { left: left.get(personId) ?? 0, isLacking: visit !== undefined && visit.cardId === null && visit.settledAt === null },
      ];
    }),
  );
}

/** Whether a person without a seat may be marked because of a card. */
export async function isAdmittedByCard(tx: Transaction, session: Pick<Session, 'courseId' | 'day'>, personId: string): Promise<boolean> {
  return (await tx.$count(person, and(eq(person.id, personId), inArray(person.id, cardGuests(session))))) > 0;
}

type Ids = readonly string[] | SQLWrapper;

function within(column: PgColumn, ids: Ids): SQL {
  return 'getSQL' in ids ? inArray(column, ids) : inArray(column, [...ids]);
}

/**
 * Locks the cards of persons, and optionally `cardId`, in the order of their ids, before several marks deduct visits. Lock order:
 * course, persons, cards, sessions, marks. Persons are locked first, as the foreign key of a mark does it, because merging and
 * erasing also start with the person. Returns the number of locked cards.
 */
export async function lockCardsOf(tx: Transaction, people: Ids, cardId?: string): Promise<number> {
  await tx.select({ id: person.id }).from(person).where(within(person.id, people)).orderBy(person.id).for('key share');
  const mine = tx.select({ id: punchCardPerson.cardId }).from(punchCardPerson).where(within(punchCardPerson.personId, people));
  const cards = await tx
    .select({ id: punchCard.id })
    .from(punchCard)
    .where(or(inArray(punchCard.id, mine), cardId ? eq(punchCard.id, cardId) : undefined))
    .orderBy(punchCard.id)
    .for('update');
  return cards.length;
}

/** Locks the cards of all persons marked in sessions: cancelling a session returns visits, restoring it deducts them. */
export function lockCardsOfDates(tx: Transaction, sessionIds: Ids): Promise<number> {
  return lockCardsOf(tx, tx.select({ id: attendance.personId }).from(attendance).where(within(attendance.sessionId, sessionIds)));
}
