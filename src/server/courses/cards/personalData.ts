import { and, eq, inArray, sql } from 'drizzle-orm';
import { visitsLeft, withVisits } from '#shared/courses/cards/cardRules.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalData, Subject } from '#server/platform/database/personalData.ts';
import { isValid } from './products.ts';
import { settleOpen } from './sell.ts';
import { lockCardsOf } from './visits.ts';
import { cardProduct, cardProductCourse, cardVisit, punchCard, punchCardPerson } from './table.ts';

/** Punch cards. Payments are kept with the charges, which are accounting records. */
export const cardsData: PersonalData = {
  records: [
    { title: 'Karten', by: [punchCard.holderId] },
    { title: 'Karten, die mitbenutzt werden', by: [punchCardPerson.personId] },
    { title: 'Besuche mit Karte', by: [cardVisit.personId] },
  ],
  names: [{ column: 'card_id', as: 'card', read: readTitles }],
  blockers: async (tx, subject) => (await validOf(tx, subject)).map((words) => `${words}: Bitte zuerst stornieren oder umschreiben.`),
  // Nothing ends automatically: the relatives decide on a refund or further use.
  atDeath: async (tx, subject) => ({
    remains: (await validOf(tx, subject)).map((words) => `${words}: Bitte mit den Angehörigen klären.`),
  }),
  goes: async (tx, { id }) => [{ what: 'Besuche mit Karte', count: await tx.$count(cardVisit, eq(cardVisit.personId, id)) }],
  erase: eraseCards,
  isNeeded: (personId) =>
    sql`exists (select 1 from ${punchCardPerson} join ${punchCard} on ${punchCard.id} = ${punchCardPerson.cardId}
      where ${punchCardPerson.personId} = ${personId} and ${isValid()})`,
  moves: [punchCard.holderId, punchCardPerson.personId, cardVisit.personId],
  // Of two entries for the same card one remains; of two visits to the same session that of the kept record.
  beforeMerge: async (tx, { kept, other }) => {
    await lockCardsOf(tx, [kept, other]);
    const mine = tx.select({ id: punchCardPerson.cardId }).from(punchCardPerson).where(eq(punchCardPerson.personId, kept));
    await tx.delete(punchCardPerson).where(and(eq(punchCardPerson.personId, other), inArray(punchCardPerson.cardId, mine)));
    const attended = tx.select({ id: cardVisit.sessionId }).from(cardVisit).where(eq(cardVisit.personId, kept));
    await tx.delete(cardVisit).where(and(eq(cardVisit.personId, other), inArray(cardVisit.sessionId, attended)));
  },
  // An open visit may be covered by a card of the other record.
  afterMerge: (tx, { kept }) => settleOpen(tx, [kept]),
  accounts: [punchCard.soldBy, cardVisit.settledBy],
  mayName: [punchCard.cancelReason, cardVisit.settledNote],
  leftAlone: [
    { table: cardProduct, why: 'What the club sells; it names nobody.' },
    { table: cardProductCourse, why: 'For which offers a kind of card is good; it names nobody.' },
  ],
};

function readTitles(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: punchCard.id, name: punchCard.title })
    .from(punchCard)
    .where(inArray(punchCard.id, [...ids]));
}

/** The usable cards of a holder, as German text. */
async function validOf(tx: Transaction, { id }: Pick<Subject, 'id'>): Promise<string[]> {
  const rows = await tx
    .select()
    .from(punchCard)
    .where(and(eq(punchCard.holderId, id), isValid()))
    .orderBy(punchCard.validUntil, punchCard.id);
  return rows.map((row) => `Karte „${row.title}“ mit noch ${withVisits(visitsLeft(row))} bis ${germanDate(row.validUntil)}`);
}

/**
 * Deletes cards that are used up or expired and were used by nobody else, and removes the person from the others.
 * Visits deducted from these remain: deleting a shared card would delete the visits of all users and make them due
 * again.
 */
async function eraseCards(tx: Transaction, { id }: Subject): Promise<void> {
  await lockCardsOf(tx, [id]);
  await handOver(tx, id);
  await tx.delete(punchCard).where(and(eq(punchCard.holderId, id), sql`not (${isValid()})`));
  const used = tx.select({ id: cardVisit.cardId }).from(cardVisit).where(eq(cardVisit.personId, id));
  const cards = await tx
    .select({ id: punchCard.id, gone: sql<number>`${punchCard.used} + ${punchCard.corrected}` })
    .from(punchCard)
    .where(inArray(punchCard.id, used));
  await tx.delete(cardVisit).where(eq(cardVisit.personId, id));
  for (const card of cards)
    await tx
      .update(punchCard)
      .set({ corrected: sql`${card.gone}::int - ${punchCard.used}` })
      .where(eq(punchCard.id, card.id));
  await tx.delete(punchCardPerson).where(eq(punchCardPerson.personId, id));
}

/** Transfers the cards of a holder to another person who shares them or has used them. */
async function handOver(tx: Transaction, id: string): Promise<void> {
  const others = await tx.execute<{ card_id: string; person_id: string; club: ClubName }>(sql`
    select distinct on (k.id) k.id as card_id, o.person_id, k.club from ${punchCard} k
    join (select card_id, person_id, 1 as rank from ${punchCardPerson} union all select card_id, person_id, 2 from ${cardVisit}) o on o.card_id = k.id
    where k.holder_id = ${id} and o.person_id <> ${id} order by k.id, o.rank, o.person_id`);
  for (const { card_id: cardId, person_id: personId, club } of others.rows) {
    await tx.update(punchCard).set({ holderId: personId }).where(eq(punchCard.id, cardId));
    await tx.insert(punchCardPerson).values({ cardId, personId, club }).onConflictDoNothing();
  }
}
