import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cardsContract } from '#shared/courses/cards/cards.ts';
import type { OpenedCard } from '#shared/courses/cards/cardShapes.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { CardDialog } from './CardDialog.tsx';

const person = { personId: '9d7a8a31-5b7c-4c57-8d0f-000000000003', name: 'Ole Ohm' };
const card: OpenedCard = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'RWA',
  title: 'Zehnerkarte Yoga',
  scope: 'Yoga',
  visits: 10,
  left: 8,
  cents: 8000,
  validFrom: '2026-09-01',
  validUntil: '2027-08-31',
  standing: 'valid',
  people: [person],
  soldAt: '2026-09-01T10:00:00.000Z',
  soldBy: 'Vera Vogel',
  cancelReason: '',
  charge: 'bezahlt',
  version: 4,
  taken: [{ sessionId: '9d7a8a31-5b7c-4c57-8d0f-000000000004', day: '2026-11-23', offer: 'Yoga', name: 'Ole Ohm' }],
};

function open() {
  const server = signIn(userOf('admin'));
  server.on(cardsContract.read, card);
  return { server, hand: show(<CardDialog id={card.id} onClose={() => undefined} />) };
}

test('a card shows its visits, and corrections require a reason', async () => {
  const { server, hand } = open();
  await hand.reads(/Montag, 23.11.2026 · Yoga/);
  await hand.press('Berichtigen');
  await hand.fill('Noch offene Besuche', '9');
  await hand.press('Berichtigen');
  expect(hand.problem('Grund')).toBe('Bitte ausfüllen.');
  server.on(cardsContract.correct, () => refuse('invalid-input', { left: 'Die Karte hat nur 10 Besuche.' }));
  await hand.fill('Grund', 'War krank');
  await hand.press('Berichtigen');
  await waitFor(() => expect(hand.problem('Noch offene Besuche')).toBe('Die Karte hat nur 10 Besuche.'));
  expect(server.sent.at(-1)).toMatchObject({
    address: `/cards/${card.id}/correction`,
    body: { left: 9, validUntil: '2027-08-31', personIds: [person.personId], reason: 'War krank', version: 4 },
  });
});

test('cancelling a card proposes to keep the share of the used visits', async () => {
  const { server, hand } = open();
  await hand.press('Stornieren');
  await hand.reads(/2 Besuche von 10 genommen/);
  expect(hand.field('Davon bleiben (Euro)').value).toBe('16,00');
  server.on(cardsContract.cancel, { ...card, standing: 'cancelled' });
  await hand.fill('Grund', 'Widerruf');
  await hand.press('Stornieren');
  await hand.reads('Die Karte ist storniert.');
  expect(server.sent.at(-1)?.body).toEqual({ keptCents: 1600, reason: 'Widerruf', version: 4 });
});
