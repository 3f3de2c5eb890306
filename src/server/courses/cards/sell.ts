import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { cardProductSets, lastDayOf, visitsInWords } from '#shared/courses/cards/cardRules.ts';
import { saleDays, sharersAtMost, type CardSaleInput } from '#shared/courses/cards/cardShapes.ts';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import { readParameter } from '#server/club/config/service.ts';
import { personNames } from '#server/people/persons/service.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, targetOf, type Context, type Viewer } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { courseSession } from '../offers/table.ts';
import type { CardMoney } from './ports.ts';
import { askSelling, type ProductRow } from './products.ts';
import { cardProduct, cardVisit, punchCard, punchCardPerson } from './table.ts';
import { lockCardsOf } from './visits.ts';

type NewCard = {
  product: ProductRow;
  /** The first one is the one it is made out to. */
  personIds: readonly string[];
  validFrom: string;
  validUntil: string;
  /** Visits that are gone already. */
  gone: number;
  soldBy: string;
  orderId?: string;
};

/** Writes a card for one person or for some who share it, and takes their visits that wait for one. Gives its id and how many those were. */
export async function makeCard(tx: Transaction, { product, personIds, gone, ...sold }: NewCard): Promise<{ id: string; taken: number }> {
  const id = randomUUID();
  const { club, title, visits, cents } = product;
  const [holderId] = personIds;
  if (!holderId) throw new Problem('not-found');
  await tx.insert(punchCard).values({
    id,
    club,
    productId: product.id,
    title,
    visits,
    cents,
    holderId,
    corrected: gone,
    soldAt: now(),
    ...sold,
  });
  await tx.insert(punchCardPerson).values(personIds.map((personId) => ({ cardId: id, personId, club })));
  await settleOpen(tx, personIds);
  return { id, taken: await tx.$count(cardVisit, eq(cardVisit.cardId, id)) };
}

/** Takes the visits of people that wait for a card from the cards that they have now, the oldest visit first. */
export async function settleOpen(tx: Transaction, personIds: readonly string[]): Promise<void> {
  const open = await tx
    .select({ sessionId: cardVisit.sessionId, personId: cardVisit.personId })
    .from(cardVisit)
    .innerJoin(courseSession, eq(courseSession.id, cardVisit.sessionId))
    .where(and(inArray(cardVisit.personId, [...personIds]), isOpen()))
    .orderBy(courseSession.startsAt, cardVisit.personId);
  for (const { sessionId, personId } of open) await tx.execute(sql`select settle_card_visit(${sessionId}, ${personId})`);
}

/** Visits that wait for a card. */
export function isOpen() {
  return and(isNull(cardVisit.cardId), isNull(cardVisit.settledAt));
}

/** From when a new card counts: from today, or from the first visit of these people that waits for a card of this kind. */
export async function firstDayFor(
  tx: Transaction,
  productId: string,
  personIds: readonly string[],
): Promise<{ from: string; open: number }> {
  const [row] = await tx
    .select({ from: sql<string | null>`min(${courseSession.localDate})::text`, open: sql<number>`count(*)::int` })
    .from(cardVisit)
    .innerJoin(courseSession, eq(courseSession.id, cardVisit.sessionId))
    .where(
      and(
        inArray(cardVisit.personId, [...personIds]),
        isOpen(),
        lte(courseSession.localDate, today()),
        sql`card_covers(${productId}, ${courseSession.courseId})`,
      ),
    );
  return { from: row?.from ?? today(), open: row?.open ?? 0 };
}

/** The sale of the office: cards, and what is asked for them. */
export async function sellCards(context: Context, write: Write, viewer: Viewer, input: Omit<CardSaleInput, 'key'>, money: CardMoney) {
  const { tx } = write;
  const product = await saleableProduct(tx, input.productId);
  await requireFeature(context, 'punchCards.sell', product.club);
  allow(context, 'punchCards.sell', targetOf(context, product.club));
  await enterScope(tx, product.club);
  await askSelling(tx, product.club);
  if (!cardProductSets.sold.includes(product.state)) throw new Problem('wrong-state');
  const personIds = [...new Set(input.personIds)];
  const names = await personNames(tx, product.club, personIds);
  if (names.size !== personIds.length) throw fieldProblem('personIds', 'Eine dieser Personen gibt es nicht (mehr).');
  if (input.isShared && personIds.length > sharersAtMost)
    throw fieldProblem('personIds', `Höchstens ${sharersAtMost} Personen teilen sich eine Karte.`);
  const validUntil = saleDay(product, input.validFrom);
  if (input.left > product.visits) throw fieldProblem('left', `Die Karte hat nur ${visitsInWords(product.visits)}.`);
  const gone = product.visits - input.left;
  await lockCardsOf(tx, personIds);
  const dueOn = addDays(today(), await readParameter(tx, 'money.firstDueDays'));
  const sold = { ids: [] as string[], taken: 0 };
  for (const group of input.isShared ? [personIds] : personIds.map((id) => [id])) {
    const { validFrom } = input;
    const made = await makeCard(tx, {
      product,
      personIds: group,
      validFrom,
      validUntil,
      gone,
      soldBy: viewer.userId,
    });
    sold.ids.push(made.id);
    sold.taken += made.taken;
    if (input.payment !== 'none') {
      const method = input.payment === 'auto' ? undefined : input.payment;
      const { club, title: label, cents, taxSphere } = product;
      await money.charge(tx, { cardId: made.id, club, personId: group[0] ?? '', label, cents, dueOn, method, taxSphere });
    }
  }
  recordSale(write, product, [...names.values()], sold.ids[0]);
  return sold;
}

/** Checks the first day of a card, and gives its last one. */
function saleDay({ validMonths }: ProductRow, validFrom: string): string {
  const { min, max } = saleDays(today());
  if (validFrom < min || validFrom > max) throw fieldProblem('validFrom', 'Höchstens ein Jahr zurück und drei Monate voraus.');
  const validUntil = lastDayOf(validFrom, validMonths);
  if (validUntil < today()) throw fieldProblem('validFrom', `Dann wäre sie seit dem ${germanDate(validUntil)} abgelaufen.`);
  return validUntil;
}

/** Notes a sale in the log, and refreshes lists and own pages. */
export function recordSale(write: Write, { club, title }: ProductRow, names: readonly string[], id: string | undefined, by?: Viewer): void {
  write.audit(
    'punchCards.sell',
    { club, id, entity: 'participations', ...(by && { by }) },
    `Karte verkauft: ${title}, ${names.join(', ')}`,
  );
  cardsChanged(write, club);
}

/** Refreshes what shows cards: lists of staff, own pages, and what is owed. */
export function cardsChanged(write: Write, club: ProductRow['club']): void {
  for (const collection of ['participations', 'charges', 'courses', 'cards'] as const) write.changed({ collection, club });
}

/** A kind of card; while one of it is sold, nobody ends or changes it. */
export async function saleableProduct(tx: Transaction, id: string, isHeld = true): Promise<ProductRow> {
  const query = tx.select().from(cardProduct).where(eq(cardProduct.id, id));
  const [row] = await (isHeld ? query.for('share') : query);
  if (!row) throw new Problem('not-found');
  return row;
}
