import { randomUUID } from 'node:crypto';
import { cardOrderInWords } from '#shared/courses/cards/cardOrder.ts';
import { lastDayOf } from '#shared/courses/cards/cardRules.ts';
import type { CardPurchaseInput, CardQuote, OwnCard } from '#shared/courses/cards/cardShapes.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { familyFor, resolvePersons, type Relative } from '../enrolments/family.ts';
import { enrolmentOrder } from '../enrolments/table.ts';
import { comingMandate, debitOf, giveMandate, mandateTextOf, withMandate } from '../orders/mandate.ts';
import { refuseMethod, termsOf, type NewOrder, type Terms } from '../orders/orders.ts';
import type { OrderPorts } from '../orders/ports.ts';
import { ownCard } from './list.ts';
import { postCardTicket } from './mails.ts';
import type { CardMoney } from './ports.ts';
import { requireCardSales, scopesOf, type ProductRow } from './products.ts';
import { firstDayFor, makeCard, recordSale, saleableProduct } from './sell.ts';
import { lockCardsOf } from './visits.ts';

type Ports = { orders: OrderPorts; money: CardMoney };
type Person = Pick<Relative, 'id' | 'firstname' | 'lastname'>;

/** The persons for whom the viewer can buy a card, and the order summary for the selected ones. Read-only. */
export async function quoteCard(
  context: Context,
  tx: Transaction,
  id: string,
  personIds: readonly string[],
  ports: Ports,
): Promise<CardQuote> {
  const { userId } = signedIn(context);
  const product = await offeredProduct(context, tx, id, false);
  const all = await ownPeople(tx, userId);
  await enterScope(tx, product.club);
  await requireCardSales(tx, product.club);
  const family = familyFor(product.club, all);
  const chosen = personIds.map((one) => {
    const found = family.find((relative) => relative.id === one);
    if (!found) throw fieldProblem('personIds', 'Eine dieser Personen gibt es nicht (mehr).');
    return found;
  });
  const scope = (await scopesOf(tx, [id])).get(id)?.words ?? '';
  const { title, visits, validMonths, cents, club } = product;
  return {
    product: { id, title, visits, validMonths, cents, club, scope },
    people: family.map((one) => ({ personId: one.id, name: fullName(one), isNewHere: one.isNewHere })),
    step: chosen.length > 0 ? await stepFor(tx, product, { chosen, family, scope }, ports) : null,
  };
}

type Choice = { chosen: readonly Relative[]; family: readonly Relative[]; scope: string };

async function stepFor(
  tx: Transaction,
  product: ProductRow,
  { chosen, family, scope }: Choice,
  { orders }: Ports,
): Promise<CardQuote['step']> {
  const terms = await termsOf(tx, product.club, orders);
  const { shown } = await wordsOf(tx, product, chosen, { scope, terms });
  const text = await mandateTextOf(tx, product.club, terms.partner);
  // The first person pays, or their payer.
  const [first] = chosen;
  const payer = first && !first.isNewHere ? (await orders.payersOf(tx, [first.id])).get(first.id) : undefined;
  const debit = first?.isNewHere
    ? { hasMandate: false, mandateText: text }
    : debitOf(first?.id ?? '', payer, new Set(family.map(({ id }) => id)), text);
  return { ...shown, quote: JSON.stringify(shown), ...debit, alsoBy: terms.alsoBy };
}

/** The text above the order button, and the due day. */
async function wordsOf(tx: Transaction, product: ProductRow, people: readonly Person[], { scope, terms }: { scope: string; terms: Terms }) {
  const { open } = await firstDayFor(
    tx,
    product.id,
    people.map(({ id }) => id),
  );
  const dueOn = addDays(today(), terms.days);
  const shown = cardOrderInWords({
    ...product,
    partner: terms.partner,
    scope,
    people: people.length,
    openVisits: Math.min(open, product.visits),
    dueOn,
    today: today(),
  });
  return { shown, dueOn };
}

/** Buys a card: stores the order with the text shown, creates the charge, and sends the confirmation by mail. */
export async function buyCard(context: Context, write: Write, input: Omit<CardPurchaseInput, 'key'>, ports: Ports): Promise<OwnCard> {
  const viewer = signedIn(context);
  const { tx } = write;
  const product = await offeredProduct(context, tx, input.id);
  const { club } = product;
  await enterScope(tx, club);
  await requireCardSales(tx, club);
  const { all, chosen } = await resolvePersons(write, club, viewer, [...new Set(input.personIds)]);
  const people = [...chosen.values()];
  await lockCardsOf(tx, [...chosen.keys()]);
  const terms = await termsOf(tx, club, ports.orders);
  const scope = (await scopesOf(tx, [product.id])).get(product.id)?.words ?? '';
  const { shown, dueOn } = await wordsOf(tx, product, people, { scope, terms });
  if (JSON.stringify(shown) !== input.quote) throw new Problem('quote-changed');
  refuseMethod(input.method, terms.alsoBy);
  const own = new Set(all.map(({ id }) => id));
  const asked = {
    personIds: people.slice(0, 1).map(({ id }) => id),
    own,
    method: input.method,
    mandate: input.mandate,
    partner: terms.partner,
  };
  const mandate = await comingMandate(tx, club, asked, ports.orders);
  const order: NewOrder = withMandate(
    { id: randomUUID(), club, productId: product.id, placedAt: now(), placedBy: viewer.userId, method: input.method ?? null, dueOn, shown },
    mandate,
  );
  await tx.insert(enrolmentOrder).values(order);
  if (mandate) await giveMandate(write, club, mandate, ports.orders);
  return finish(context, write, { product, people, order, dueOn, viewer }, ports);
}

type Bought = { product: ProductRow; people: readonly Person[]; order: NewOrder; dueOn: string; viewer: Viewer };

async function finish(
  context: Context,
  write: Write,
  { product, people, order, dueOn, viewer }: Bought,
  { money }: Ports,
): Promise<OwnCard> {
  const { tx } = write;
  const { club, title: label, cents, taxSphere, validMonths } = product;
  const personIds = people.map(({ id }) => id);
  const { from } = await firstDayFor(tx, product.id, personIds);
  const { id } = await makeCard(tx, {
    product,
    personIds,
    // Open visits are deducted from it; its validity begins today at the latest.
    validFrom: from < today() ? from : today(),
    validUntil: lastDayOf(today(), validMonths),
    gone: 0,
    soldBy: viewer.userId,
    ...(order.id && { orderId: order.id }),
  });
  await money.charge(tx, {
    cardId: id,
    club,
    personId: personIds[0] ?? '',
    label,
    cents,
    dueOn,
    method: order.method ?? undefined,
    taxSphere,
  });
  await postCardTicket(write, context.settings, { id, product, people, order, recipient: viewer.email });
  recordSale(write, product, people.map(fullName), id);
  return ownCard(tx, id);
}

/** A product that families can buy online; throws 404 otherwise. */
async function offeredProduct(context: Context, tx: Transaction, id: string, isHeld = true): Promise<ProductRow> {
  const product = await saleableProduct(tx, id, isHeld);
  await requireFeature(context, 'punchCards.buy', product.club);
  allow(context, 'punchCards.buy', 'self');
  if (product.state !== 'offered') throw new Problem('wrong-state');
  return product;
}
