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
import { requireCardSales, type ProductRow } from './products.ts';
import { cardProduct, cardVisit, punchCard, punchCardPerson } from './table.ts';
import { lockCardsOf } from './visits.ts';

type NewCard = {
  product: ProductRow;
  /** The first one is the holder. */
  personIds: readonly string[];
  validFrom: string;
  validUntil: string;
  /** Visits already used. */
  gone: number;
  soldBy: string;
  orderId?: string;
};

/** Creates a card for one or several persons, and deducts their open visits. Returns its id and the number of visits deducted. */
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

/** Deducts open visits of persons from their current cards, oldest visit first. */
export async function settleOpen(tx: Transaction, personIds: readonly string[]): Promise<void> {
  const open = await tx
    .select({ sessionId: cardVisit.sessionId, personId: cardVisit.personId })
    .from(cardVisit)
    .innerJoin(courseSession, eq(courseSession.id, cardVisit.sessionId))
    .where(and(inArray(cardVisit.personId, [...personIds]), isOpen()))
    .orderBy(courseSession.startsAt, cardVisit.personId);
  for (const { sessionId, personId } of open) await tx.execute(sql`select settle_card_visit(${sessionId}, ${personId})`);
}

/** The condition for visits without a card. */
export function isOpen() {
  return and(isNull(cardVisit.cardId), isNull(cardVisit.settledAt));
}

/** The first day of validity of a new card: today, or that of the first open visit of these persons that the product covers. */
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

/** Sells cards by staff, and creates the charges. */
export async function sellCards(context: Context, write: Write, viewer: Viewer, input: Omit<CardSaleInput, 'key'>, money: CardMoney) {
  const { tx } = write;
  const product = await saleableProduct(tx, input.productId);
  await requireFeature(context, 'punchCards.sell', product.club);
  allow(context, 'punchCards.sell', targetOf(context, product.club));
  await enterScope(tx, product.club);
  await requireCardSales(tx, product.club);
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
  const sold: { ids: string[]; taken: number } = { ids: [], taken: 0 };
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

/** Checks the first day of validity, and returns the last one. */
function saleDay({ validMonths }: ProductRow, validFrom: string): string {
  const { min, max } = saleDays(today());
  if (validFrom < min || validFrom > max) throw fieldProblem('validFrom', 'Höchstens ein Jahr zurück und drei Monate voraus.');
  const validUntil = lastDayOf(validFrom, validMonths);
  if (validUntil < today()) throw fieldProblem('validFrom', `Dann wäre sie seit dem ${germanDate(validUntil)} abgelaufen.`);
  return validUntil;
}

/** Writes the audit entry of a sale, and publishes the changes. */
export function recordSale(write: Write, { club, title }: ProductRow, names: readonly string[], id: string | undefined, by?: Viewer): void {
  write.audit(
    'punchCards.sell',
    { club, id, entity: 'participations', ...(by && { by }) },
    `Karte verkauft: ${title}, ${names.join(', ')}`,
  );
  cardsChanged(write, club);
}

/** Publishes changes to everything that shows cards: staff lists, own pages, and balances. */
export function cardsChanged(write: Write, club: ProductRow['club']): void {
  for (const collection of ['participations', 'charges', 'courses', 'cards'] as const) write.changed({ collection, club });
}

/** A product on sale, locked against concurrent changes while a card is sold. */
export async function saleableProduct(tx: Transaction, id: string, isHeld = true): Promise<ProductRow> {
  const query = tx.select().from(cardProduct).where(eq(cardProduct.id, id));
  const [row] = await (isHeld ? query.for('share') : query);
  if (!row) throw new Problem('not-found');
  return row;
}
