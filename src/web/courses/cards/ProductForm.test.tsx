import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { cardsContract } from '#shared/courses/cards/cards.ts';
import type { CardProduct } from '#shared/courses/cards/cardShapes.ts';
import { coursesContract } from '#shared/courses/courses.ts';
import { departmentsContract } from '#shared/club/departments.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ProductForm } from './ProductForm.tsx';

const courseId = '9d7a8a31-5b7c-4c57-8d0f-000000000002';
const product: CardProduct = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'RWA',
  title: 'Zehnerkarte Yoga',
  visits: 10,
  cents: 8000,
  validMonths: 12,
  departmentId: null,
  courseIds: [courseId],
  taxSphere: 'purpose',
  state: 'offered',
  scope: 'Yoga',
  valid: 2,
  version: 3,
};

function open(stored?: CardProduct) {
  const server = signIn(userOf('admin'));
  server.on(coursesContract.staffed, { rows: [] });
  server.on(departmentsContract.list, []);
  const onDone = vi.fn<() => void>();
  return { server, onDone, hand: show(<ProductForm club="RWA" product={stored} onDone={onDone} />) };
}

test('a kind of card requires a name, a price and a scope before it is sent', async () => {
  const { server, hand } = open();
  await hand.press('Speichern');
  expect(hand.problem('Name')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Preis')).toBe('Bitte ein Betrag über 0.');
  expect(hand.problem('Angebote')).toBe('Bitte eine Abteilung oder mindestens ein Angebot auswählen.');
  expect(server.sent).toEqual([]);
});

test('a kind of card is saved with the version that was read; server errors are shown at their fields', async () => {
  const { server, hand, onDone } = open(product);
  server.on(cardsContract.updateProduct, () => refuse('invalid-input', { 'product.courseIds': 'Eine verkaufte Karte gilt noch dafür.' }));
  await hand.reads(/Verkaufte Karten behalten Besuche und Preis/);
  await hand.fill('Preis', '85');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Angebote')).toBe('Eine verkaufte Karte gilt noch dafür.'));
  expect(server.sent).toMatchObject([
    {
      method: 'PUT',
      address: `/card-products/${product.id}`,
      body: { version: 3, product: { cents: 8500, courseIds: [courseId], departmentId: null } },
    },
  ]);
  server.on(cardsContract.updateProduct, product);
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});
