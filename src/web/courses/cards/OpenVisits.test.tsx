import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cardsContract } from '#shared/courses/cards/cards.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { OpenVisits } from './OpenVisits.tsx';

const ids = { sessionId: '9d7a8a31-5b7c-4c57-8d0f-000000000004', personId: '9d7a8a31-5b7c-4c57-8d0f-000000000003' };

test('a visit without a card is settled otherwise, and disappears from the list', async () => {
  const server = signIn(userOf('admin'));
  const visit = { ...ids, day: '2026-11-23', offer: 'Yoga', name: 'Ole Ohm', cardTitle: 'Zehnerkarte', productId: null };
  server.on(cardsContract.openVisits, [visit]);
  const hand = show(<OpenVisits club="RWA" products={[]} isOn />);
  await hand.press('Anders erledigt: Ole Ohm, Montag, 23.11.2026');
  await hand.fill('Wie', 'bar bezahlt');
  server.on(cardsContract.settle, { ok: true });
  server.on(cardsContract.openVisits, []);
  await hand.press('Erledigt');
  await hand.reads('Ole Ohm: erledigt.');
  await hand.reads('Alle Besuche haben eine Karte.');
  await waitFor(() => expect(server.sent).toMatchObject([{ address: '/card-visits/settlement', body: { ...ids, note: 'bar bezahlt' } }]));
});

test('a card sold for a visit is valid from its day, so that it covers the visit', async () => {
  const server = signIn(userOf('admin'));
  const id = '9d7a8a31-5b7c-4c57-8d0f-000000000011';
  const visit = { ...ids, day: '2026-11-23', offer: 'Yoga', name: 'Ole Ohm', cardTitle: 'Zehnerkarte', productId: id };
  server.on(cardsContract.openVisits, [visit]);
  const kind = {
    title: 'Zehnerkarte',
    visits: 10,
    cents: 8000,
    validMonths: 12,
    departmentId: null,
    courseIds: [id],
    taxSphere: 'purpose',
  } as const;
  const product = { ...kind, id, club: 'RWA', state: 'offered', scope: 'Yoga', valid: 0, version: 1 } as const;
  const hand = show(<OpenVisits club="RWA" products={[{ ...product, courseIds: [id] }]} isOn />);
  await hand.press('Karte verkaufen: Ole Ohm');
  server.on(cardsContract.sell, { ids: [id], taken: 1 });
  await hand.press(/^Karte verkaufen, 80,00.€$/);
  await hand.reads('Die Karte ist verkauft. 1 Besuch ohne Karte abgezogen.');
  expect(server.sent[0]?.body).toMatchObject({ personIds: [ids.personId], validFrom: '2026-11-23' });
});
