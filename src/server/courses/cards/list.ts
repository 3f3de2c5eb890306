import { and, asc, desc, eq, exists, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { standingOf, visitsLeft, type CardStanding } from '#shared/courses/cards/cardRules.ts';
import type { OpenedCard, OpenVisit, OwnCard, SoldCard } from '#shared/courses/cards/cardShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { fullNameOf, holdsWords } from '#server/platform/database/columns.ts';
import { earlierThan, pageByTime, type PageAsked } from '#server/platform/database/cursor.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { course, courseSession } from '../offers/table.ts';
import type { CardMoney } from './ports.ts';
import { isValid, scopesOf } from './products.ts';
import { isOpen } from './sell.ts';
import { cardVisit, punchCard, punchCardPerson } from './table.ts';

export type CardRow = typeof punchCard.$inferSelect;

type Asked = PageAsked & { club: ClubName; standing?: CardStanding | undefined; search: string; personId?: string | undefined };

/** The sold cards of a club, newest first. */
export async function listCards(tx: Transaction, { club, standing, search, personId, limit, cursor }: Asked, money: CardMoney) {
  const found = await tx
    .select()
    .from(punchCard)
    .where(
      and(
        eq(punchCard.club, club),
        standing && standsAs(standing),
        search === '' ? undefined : usedBy(holdsWords(sql`${fullNameOf(person)} || ' ' || ${punchCard.title}`, search)),
        personId === undefined ? undefined : usedBy(eq(person.id, personId)),
        earlierThan(punchCard.soldAt, punchCard.id, cursor),
      ),
    )
    .orderBy(desc(punchCard.soldAt), desc(punchCard.id))
    .limit(limit + 1);
  const { page, next } = pageByTime(found, 'soldAt', limit);
  return { rows: await toSold(tx, page, money), next };

  function usedBy(condition: SQL) {
    return exists(
      tx
        .select({ one: sql`1` })
        .from(punchCardPerson)
        .innerJoin(person, eq(person.id, punchCardPerson.personId))
        .where(and(eq(punchCardPerson.cardId, punchCard.id), condition)),
    );
  }
}

/** The SQL equivalent of `standingOf` in src/shared. */
function standsAs(standing: CardStanding): SQL | undefined {
  const isEmpty = sql`${punchCard.used} + ${punchCard.corrected} = ${punchCard.visits}`;
  if (standing === 'valid') return isValid();
  if (standing === 'cancelled') return eq(punchCard.state, 'cancelled');
  if (standing === 'empty') return and(eq(punchCard.state, 'sold'), isEmpty);
  return and(eq(punchCard.state, 'sold'), lt(punchCard.validUntil, today()), sql`not (${isEmpty})`);
}

/** One card with its visits, for staff. */
export async function openCard(tx: Transaction, row: CardRow, money: CardMoney): Promise<OpenedCard> {
  const [card] = await toSold(tx, [row], money);
  if (!card) throw new Problem('not-found');
  return { ...card, taken: (await takenFrom(tx, [row.id])).get(row.id) ?? [] };
}

async function toSold(tx: Transaction, rows: readonly CardRow[], money: CardMoney): Promise<SoldCard[]> {
  const charges = await money.chargesOf(
    tx,
    rows.map(({ id }) => id),
  );
  const sellers = await namesOfAccounts(
    tx,
    rows.flatMap(({ soldBy }) => soldBy ?? []),
  );
  const cards = await toCards(tx, rows);
  return rows.map((row, at) => ({
    ...cardAt(cards, at),
    soldAt: row.soldAt.toISOString(),
    soldBy: sellers.get(row.soldBy ?? '') ?? '',
    cancelReason: row.cancelReason,
    charge: charges.get(row.id) ?? '',
    version: row.version,
  }));
}

type Card = Omit<OwnCard, 'taken'>;

function cardAt(cards: readonly Card[], at: number): Card {
  const card = cards[at];
  if (!card) throw new Problem('not-found');
  return card;
}

async function toCards(tx: Transaction, rows: readonly CardRow[]): Promise<Card[]> {
  const people = await peopleOf(
    tx,
    rows.map(({ id }) => id),
  );
  const scopes = await scopesOf(tx, [...new Set(rows.map(({ productId }) => productId))]);
  return rows.map((row) => ({
    id: row.id,
    club: row.club,
    title: row.title,
    scope: scopes.get(row.productId)?.words ?? '',
    visits: row.visits,
    left: visitsLeft(row),
    cents: row.cents,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    standing: standingOf(row, today()),
    people: (people.get(row.id) ?? []).toSorted((a, b) => Number(b.personId === row.holderId) - Number(a.personId === row.holderId)),
  }));
}

async function peopleOf(tx: Transaction, cardIds: readonly string[]) {
  if (cardIds.length === 0) return new Map<string, { personId: string; name: string }[]>();
  const rows = await tx
    .select({ cardId: punchCardPerson.cardId, id: person.id, firstname: person.firstname, lastname: person.lastname })
    .from(punchCardPerson)
    .innerJoin(person, eq(person.id, punchCardPerson.personId))
    .where(inArray(punchCardPerson.cardId, [...cardIds]))
    .orderBy(asc(person.firstname), asc(person.id));
  const groups = Map.groupBy(rows, ({ cardId }) => cardId);
  return new Map([...groups].map(([id, group]) => [id, group.map((one) => ({ personId: one.id, name: fullName(one) }))]));
}

async function takenFrom(tx: Transaction, cardIds: readonly string[]): Promise<Map<string, OwnCard['taken']>> {
  if (cardIds.length === 0) return new Map();
  const rows = await visits(tx)
    .where(inArray(cardVisit.cardId, [...cardIds]))
    .orderBy(desc(courseSession.startsAt), asc(person.firstname));
  const groups = Map.groupBy(rows, ({ visit }) => visit.cardId ?? '');
  return new Map([...groups].map(([id, group]) => [id, group.map(toVisit)]));
}

function visits(tx: Transaction) {
  return tx
    .select({ visit: cardVisit, day: courseSession.localDate, offer: course.title, person })
    .from(cardVisit)
    .innerJoin(courseSession, eq(courseSession.id, cardVisit.sessionId))
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .innerJoin(person, eq(person.id, cardVisit.personId))
    .$dynamic();
}

type VisitRow = Awaited<ReturnType<typeof visits>>[number];

function toVisit({ visit, day, offer, person: one }: VisitRow) {
  return { sessionId: visit.sessionId, day, offer, name: fullName(one) };
}

/** The cards of all persons for whom an account may act, or that it bought; usable ones first. */
export async function ownCards(tx: Transaction, userId: string): Promise<OwnCard[]> {
  const people = await ownPeople(tx, userId);
  const all = people.map(({ id }) => id);
  if (all.length === 0) return [];
  // Of a person with unconfirmed access only the cards that this account bought.
  const verified = people.filter(({ isClaimed }) => !isClaimed).map(({ id }) => id);
  const cardsOf = (ids: readonly string[]) =>
    tx
      .select({ id: punchCardPerson.cardId })
      .from(punchCardPerson)
      .where(inArray(punchCardPerson.personId, [...ids]));
  return inAllClubs(tx, async () => {
    const rows = await tx
      .select()
      .from(punchCard)
      .where(
        and(
          or(inArray(punchCard.id, cardsOf(verified)), and(eq(punchCard.soldBy, userId), inArray(punchCard.id, cardsOf(all)))),
          gte(punchCard.validUntil, sql`${today()}::date - 366`),
        ),
      )
      .orderBy(sql`not (${isValid()})`, asc(punchCard.validUntil), asc(punchCard.id))
      .limit(50);
    const taken = await takenFrom(
      tx,
      rows.map(({ id }) => id),
    );
    const cards = await toCards(tx, rows);
    return cards.map((card) => ({ ...card, taken: taken.get(card.id) ?? [] }));
  });
}

/** A card as shown to its family. */
export async function ownCard(tx: Transaction, id: string): Promise<OwnCard> {
  const rows = await tx.select().from(punchCard).where(eq(punchCard.id, id));
  const card = cardAt(await toCards(tx, rows), 0);
  return { ...card, taken: (await takenFrom(tx, [id])).get(id) ?? [] };
}

/** The visits of a club without a card, oldest first. */
export async function openVisits(tx: Transaction, club: ClubName): Promise<OpenVisit[]> {
  const rows = await visits(tx)
    .where(and(eq(cardVisit.club, club), isOpen()))
    .orderBy(asc(courseSession.startsAt), asc(person.lastname), asc(person.firstname))
    .limit(200);
  const last = await lastCardsOf(
    tx,
    rows.map(({ visit }) => visit.personId),
  );
  return rows.map((row) => {
    const card = last.get(row.visit.personId);
    return { ...toVisit(row), personId: row.visit.personId, cardTitle: card?.title ?? '', productId: card?.productId ?? null };
  });
}

async function lastCardsOf(tx: Transaction, personIds: readonly string[]): Promise<Map<string, CardRow>> {
  if (personIds.length === 0) return new Map();
  const rows = await tx
    .select({ personId: punchCardPerson.personId, card: punchCard })
    .from(punchCardPerson)
    .innerJoin(punchCard, eq(punchCard.id, punchCardPerson.cardId))
    .where(inArray(punchCardPerson.personId, [...personIds]))
    .orderBy(asc(punchCard.soldAt));
  return new Map(rows.map(({ personId, card }) => [personId, card]));
}

async function namesOfAccounts(tx: Transaction, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: appUser.id, name: fullNameOf(appUser) })
    .from(appUser)
    .where(inArray(appUser.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
