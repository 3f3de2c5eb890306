import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { cardsContract } from '#shared/courses/cards/cards.ts';
import type { CardProduct } from '#shared/courses/cards/cardShapes.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { SellForm } from './SellForm.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-27T10:00:00Z'));

const person = { personId: '9d7a8a31-5b7c-4c57-8d0f-000000000003', name: 'Ole Ohm' };
const kind = (id: number, title: string, visits: number): CardProduct => ({
  id: `9d7a8a31-5b7c-4c57-8d0f-00000000001${id}`,
  club: 'RWA',
  title,
  visits,
  cents: visits * 800,
  validMonths: 12,
  departmentId: null,
  courseIds: [person.personId],
  taxSphere: 'purpose',
  state: 'offered',
  scope: 'Yoga',
  valid: 0,
  version: 1,
});
const products = [kind(1, 'Fünferkarte', 5), kind(2, 'Zehnerkarte', 10)];

function open(known?: typeof person) {
  const server = signIn(userOf('admin'));
  const onDone = vi.fn<() => void>();
  return { server, onDone, hand: show(<SellForm club="RWA" products={products} {...(known && { person: known })} onDone={onDone} />) };
}

test('a card cannot be sold without a person', async () => {
  const { server, hand } = open();
  await hand.press(/^Karte verkaufen, 40,00.€$/);
  expect(hand.problem('1. Person')).toBe('Bitte auswählen.');
  expect(server.sent).toEqual([]);
});

test('a card is sold with all its visits and its shown last day, and a refusal is shown at its field', async () => {
  const { server, hand, onDone } = open(person);
  await hand.choose('Karte', 'Zehnerkarte, 80,00\u00A0€');
  await hand.reads('Gültig bis 26.11.2027.');
  expect(hand.field('Offene Besuche').value).toBe('10');
  await hand.fill('Offene Besuche', '7');
  await hand.choose('Bezahlung', 'nichts: ist schon bezahlt');
  server.on(cardsContract.sell, () => refuse('invalid-input', { validFrom: 'Höchstens ein Jahr zurück und drei Monate voraus.' }));
  await hand.press('Karte verkaufen');
  await waitFor(() => expect(hand.problem('Gültig ab')).toBe('Höchstens ein Jahr zurück und drei Monate voraus.'));
  const tried = Object(server.sent.at(-1)?.body).key;
  server.on(cardsContract.sell, { ids: [person.personId], taken: 2 });
  await hand.press('Karte verkaufen');
  await hand.reads('Die Karte ist verkauft. 2 Besuche ohne Karte abgezogen.');
  expect(onDone).toHaveBeenCalledOnce();
  expect(server.sent.at(-1)).toMatchObject({
    address: '/cards',
    body: {
      key: tried,
      productId: products[1]?.id,
      personIds: [person.personId],
      validFrom: '2026-11-27',
      left: 7,
      payment: 'none',
      isShared: false,
    },
  });
});
