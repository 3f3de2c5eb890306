import { cardsContract } from '#shared/courses/cards/cards.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { enterScope } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { implementing } from '#server/platform/http/serving.ts';
import type { OrderPorts } from '../orders/ports.ts';
import { buyCard, quoteCard } from './buy.ts';
import { cancelCard, cardFor, correctCard, settleVisit } from './correct.ts';
import { importCards } from './import.ts';
import { listCards, openCard, openVisits, ownCards } from './list.ts';
import type { CardMoney } from './ports.ts';
import { oncePerForm } from './oncePerForm.ts';
import { createProduct, listProducts, sellsCards, updateProduct } from './products.ts';
import { sellCards } from './sell.ts';

const os = implementing(cardsContract);

const importApi = os.import.handler(async ({ context, input: { club: asked, ...table } }) => {
  const club = clubAsked(context, 'punchCards.sell', asked);
  await requireFeature(context, 'punchCards.sell', club);
  return context.write(async (write) => ({ rows: await importCards(write, signedIn(context), club, table) }));
});

/**
 * Punch cards: their products, sold cards, and visits without a card. Charges are created through `money`; families buy
 * them through the order process.
 */
export const cardsApi = (money: CardMoney, orders: OrderPorts) =>
  os.router({
    products: os.products.handler(async ({ context, input }) => {
      const club = clubAsked(context, 'punchCards.list', input.club);
      await requireFeature(context, 'punchCards.list', club);
      return context.read(async (tx) => ({ isOn: await sellsCards(tx, club), rows: await listProducts(tx, club) }));
    }),
    createProduct: os.createProduct.handler(async ({ context, input }) => {
      const club = clubAsked(context, 'cardProducts.manage', input.club);
      await requireFeature(context, 'cardProducts.manage', club);
      return context.write(async (write) => {
        await enterScope(write.tx, club);
        return createProduct(write, club, input.product);
      });
    }),
    updateProduct: os.updateProduct.handler(({ context, input: { id, product, version } }) =>
      context.write((write) => updateProduct(context, write, id, product, version)),
    ),

    list: os.list.handler(async ({ context, input: { club: asked, ...filter } }) => {
      const club = clubAsked(context, 'punchCards.list', asked);
      await requireFeature(context, 'punchCards.list', club);
      return context.read((tx) => listCards(tx, { ...filter, club }, money));
    }),
    read: os.read.handler(({ context, input }) =>
      context.read(async (tx) => openCard(tx, await cardFor(context, tx, input.id, 'punchCards.list'), money)),
    ),
    sell: os.sell.handler(({ context, input: { key, ...sale } }) => {
      const viewer = signedIn(context);
      return context.write((write) => oncePerForm(write, viewer, key, sale, () => sellCards(context, write, viewer, sale, money)));
    }),
    import: importApi,
    correct: os.correct.handler(({ context, input }) => context.write((write) => correctCard(context, write, input, money))),
    cancel: os.cancel.handler(({ context, input }) => context.write((write) => cancelCard(context, write, input, money))),

    openVisits: os.openVisits.handler(async ({ context, input }) => {
      const club = clubAsked(context, 'punchCards.list', input.club);
      await requireFeature(context, 'punchCards.list', club);
      return context.read((tx) => openVisits(tx, club));
    }),
    settle: os.settle.handler(async ({ context, input }) => {
      await context.write((write) => settleVisit(context, write, input));
      return { ok: true } as const;
    }),

    quote: os.quote.handler(({ context, input: { id, personIds } }) =>
      context.read((tx) => quoteCard(context, tx, id, personIds, { orders, money })),
    ),
    buy: os.buy.handler(({ context, input: { key, ...purchase } }) => {
      const { id, personIds } = purchase;
      // Not part of the compared request: the terms shown may have been changed by the first request itself.
      return context.write((write) =>
        oncePerForm(write, signedIn(context), key, { id, personIds }, () => buyCard(context, write, purchase, { orders, money })),
      );
    }),
    mine: os.mine.handler(({ context }) => {
      const { userId } = signedIn(context);
      return context.read((tx) => ownCards(tx, userId));
    }),
  });
