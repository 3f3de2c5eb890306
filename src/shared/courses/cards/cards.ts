import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, pageOf, pageQuery, version } from '#shared/kernel/fields.ts';
import { cardStandings } from './cardRules.ts';
import {
  cardCancelInput,
  cardCorrectionInput,
  cardImportRow,
  cardProduct,
  cardProductInput,
  cardPurchaseInput,
  cardQuote,
  cardQuoteInput,
  cardSaleInput,
  openedCard,
  openVisit,
  ownCard,
  settlementInput,
  soldCard,
} from './cardShapes.ts';

const repeatable = ['in-progress', 'key-reused'] as const;
const oncePerForm = [...repeatable, 'already-committed'] as const;
const productExample = {
  title: 'Zehnerkarte Yoga',
  visits: 10,
  cents: 8000,
  validMonths: 12,
  courseIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'],
};
const ofClub = z.strictObject({ club: clubName.optional() });

/** Multi-visit cards: their kinds, the sold ones, and the visits deducted by attendance. */
export const cardsContract = {
  products: endpoint({ access: 'punchCards.list' }, { method: 'GET', path: '/card-products', summary: 'Arten von Karten eines Vereins' })
    .input(ofClub)
    .output(z.object({ isOn: z.boolean().describe('Whether the club sells cards.'), rows: z.array(cardProduct) })),
  createProduct: endpoint(
    { access: 'cardProducts.manage' },
    {
      method: 'POST',
      path: '/card-products',
      summary: 'Art von Karte anlegen',
      refuses: ['cards-off', ...repeatable],
      example: { product: productExample },
    },
  )
    .input(z.strictObject({ club: clubName.optional(), product: cardProductInput }))
    .output(cardProduct),
  updateProduct: endpoint(
    { access: 'cardProducts.manage', featureOf: 'record' },
    {
      method: 'PUT',
      path: '/card-products/{id}',
      summary: 'Art von Karte ändern oder einstellen',
      description: 'Sold cards keep their title, visits and price. While sold cards are valid, the scope can only be extended.',
      refuses: ['conflict'],
      example: { product: productExample, version: 1 },
    },
  )
    .input(z.strictObject({ id, product: cardProductInput, version }))
    .output(cardProduct),

  list: endpoint({ access: 'punchCards.list' }, { method: 'GET', path: '/cards', summary: 'Verkaufte Karten, die neuesten zuerst' })
    .input(
      z.strictObject({
        club: clubName.optional(),
        standing: z.enum(cardStandings).optional(),
        search: line(100).default('').describe('Matches a part of the title or of the name of a person who may use the card.'),
        personId: id.optional().describe('Only cards of this person.'),
        ...pageQuery,
      }),
    )
    .output(pageOf(soldCard)),
  read: endpoint(
    { access: 'punchCards.list', featureOf: 'record' },
    { method: 'GET', path: '/cards/{id}', summary: 'Eine Karte mit ihren Besuchen' },
  )
    .input(z.strictObject({ id }))
    .output(openedCard),
  sell: endpoint(
    { access: 'punchCards.sell' },
    {
      method: 'POST',
      path: '/cards',
      summary: 'Karten verkaufen',
      description: 'Sells one shared card, or one card per person. Creates a charge unless the card is already paid.',
      refuses: ['cards-off', 'wrong-state', 'period-closed', ...oncePerForm],
      example: {
        key: '7d4d4c1e-6a0f-4a6c-9b1c-2f8f3f1f5a11',
        productId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11',
        personIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'],
        validFrom: '2026-11-27',
        left: 10,
      },
    },
  )
    .input(cardSaleInput)
    .output(z.object({ ids: z.array(id), taken: z.int().describe('The number of open visits that were deducted immediately.') })),
  import: endpoint(
    { access: 'punchCards.sell' },
    {
      method: 'POST',
      path: '/cards/import',
      summary: 'Anderswo verkaufte Karten aus einer Tabelle übernehmen',
      description:
        'Lines of the form "lastname;firstname;birth date or member number;kind;visits left;valid until". Creates no charges. A dry run writes nothing; invalid lines and cards that exist are skipped.',
      refuses: ['cards-off'],
      example: { text: 'Muster;Mila;04.05.2018;Zehnerkarte Yoga;6;31.12.2027', isDryRun: true },
    },
  )
    .input(z.strictObject({ club: clubName.optional(), text: z.string().max(100_000), isDryRun: z.boolean() }))
    .output(z.object({ rows: z.array(cardImportRow) })),
  correct: endpoint(
    { access: 'punchCards.correct', featureOf: 'record' },
    {
      method: 'POST',
      path: '/cards/{id}/correction',
      summary: 'Besuche, letzten Tag oder Personen einer Karte berichtigen',
      refuses: ['conflict', 'wrong-state'],
      example: { left: 5, validUntil: '2027-11-26', personIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'], reason: 'Krank', version: 1 },
    },
  )
    .input(cardCorrectionInput)
    .output(openedCard),
  cancel: endpoint(
    { access: 'punchCards.correct', featureOf: 'record' },
    {
      method: 'POST',
      path: '/cards/{id}/cancellation',
      summary: 'Karte stornieren',
      description: 'Reduces an unpaid charge to the kept part; a paid excess is listed as a refund.',
      refuses: ['conflict', 'wrong-state', 'period-closed'],
      example: { keptCents: 1600, reason: 'Widerruf', version: 1 },
    },
  )
    .input(cardCancelInput)
    .output(openedCard),

  openVisits: endpoint({ access: 'punchCards.list' }, { method: 'GET', path: '/card-visits', summary: 'Besuche, für die eine Karte fehlt' })
    .input(ofClub)
    .output(z.array(openVisit)),
  settle: endpoint(
    { access: 'punchCards.correct', featureOf: 'record' },
    {
      method: 'POST',
      path: '/card-visits/settlement',
      summary: 'Besuch ohne Karte erledigen',
      refuses: ['wrong-state'],
      example: {
        sessionId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11',
        personId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12',
        note: 'bar bezahlt',
      },
    },
  )
    .input(settlementInput)
    .output(done),

  quote: endpoint(
    { access: 'punchCards.buy', featureOf: 'record' },
    {
      method: 'POST',
      path: '/card-products/{id}/quotes',
      summary: 'Für wen man eine Karte kaufen kann, und was der letzte Schritt sagt',
      description: 'Read-only.',
      refuses: ['cards-off', 'wrong-state'],
      example: { personIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'] },
    },
  )
    .input(cardQuoteInput)
    .output(cardQuote),
  buy: endpoint(
    { access: 'punchCards.buy', featureOf: 'record' },
    {
      method: 'POST',
      path: '/card-products/{id}/purchases',
      summary: 'Karte für sich oder die Familie kaufen',
      description: 'Fails with `quote-changed` if the terms differ from the quote. Creates a charge, and sends the ticket by mail.',
      refuses: ['cards-off', 'wrong-state', 'quote-changed', 'period-closed', ...oncePerForm],
      example: {
        key: '7d4d4c1e-6a0f-4a6c-9b1c-2f8f3f1f5a12',
        personIds: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12'],
        quote: '{}',
        acceptsTerms: true,
      },
    },
  )
    .input(cardPurchaseInput)
    .output(ownCard),

  mine: endpoint(
    { access: 'punchCards.readOwn', featureOf: 'record' },
    { method: 'GET', path: '/cards/mine', summary: 'Eigene Karten und die der Kinder' },
  ).output(z.array(ownCard)),
};
