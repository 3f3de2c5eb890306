import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cardsContract } from '#shared/courses/cards/cards.ts';
import type { CardQuote, OwnCard } from '#shared/courses/cards/cardShapes.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { BuyCard } from './BuyCard.tsx';

const card = { id: '9d7a8a31-5b7c-4c57-8d0f-000000000001', title: 'Zehnerkarte Yoga', visits: 10, validMonths: 12, cents: 8000 };
const [mila, ben] = ['9d7a8a31-5b7c-4c57-8d0f-000000000002', '9d7a8a31-5b7c-4c57-8d0f-000000000003'];
const choice: CardQuote = {
  product: { ...card, club: 'RWA', scope: 'Yoga' },
  people: [
    { personId: mila, name: 'Mila Muster', isNewHere: false },
    { personId: ben, name: 'Ben Muster', isNewHere: true },
  ],
  step: null,
};
const step = {
  sentences: ['Vertragspartner: Rot-Weiß Auenfeld', 'Widerrufen können Sie bis zum 11.12.2026.'],
  sum: 'Preis: 80,00 €',
  button: 'Zahlungspflichtig kaufen',
  quote: 'so war es',
  hasMandate: false,
  mandateText: null,
  alsoBy: [],
};
const bought: OwnCard = {
  id: ben,
  club: 'RWA',
  title: card.title,
  scope: 'Yoga',
  visits: 10,
  left: 10,
  cents: 8000,
  validFrom: '2026-11-27',
  validUntil: '2027-11-26',
  standing: 'valid',
  people: [{ personId: mila, name: 'Mila Muster' }],
  taken: [],
};

test('price and cancellation terms are above the binding button; if they changed meanwhile, that is shown and nothing is bought', async () => {
  const server = signIn(userOf('reader'));
  server.on(cardsContract.quote, ({ personIds = [] }) => (personIds.length === 0 ? choice : { ...choice, step }));
  const hand = show(<BuyCard card={card} club="RWA" />);
  await hand.reads(/wird bei .* neu eingetragen/);
  expect(() => hand.button('Zahlungspflichtig kaufen')).toThrow();
  await hand.user.click(screen.getByRole('checkbox', { name: /^Mila Muster/ }));
  await hand.reads('Preis: 80,00 €');
  await hand.reads('Widerrufen können Sie bis zum 11.12.2026.');
  await hand.press('Zahlungspflichtig kaufen');
  await hand.reads('Bitte ankreuzen.');
  expect(server.sent.map(({ address }) => address)).not.toContain(`/card-products/${card.id}/purchases`);
  await hand.user.click(screen.getByRole('checkbox', { name: /^Ich kaufe die Karte verbindlich/ }));
  server.on(cardsContract.buy, () => refuse('quote-changed'));
  await hand.press('Zahlungspflichtig kaufen');
  await waitFor(() => expect(document.body.textContent).toContain('Bitte sehen Sie noch einmal hin.'));
  server.on(cardsContract.buy, bought);
  await hand.press('Zahlungspflichtig kaufen');
  await hand.reads(/Mila Muster: noch 10 Besuche, gültig bis 26.11.2027/);
  const [refused, sent] = server.sent
    .filter(({ address }) => address === `/card-products/${card.id}/purchases`)
    .map(({ body }) => Object(body));
  expect(sent).toEqual({
    key: refused.key,
    personIds: [mila],
    quote: 'so war es',
    acceptsTerms: true,
    method: 'transfer',
  });
});
