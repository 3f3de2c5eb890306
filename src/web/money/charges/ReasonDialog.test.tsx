import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { chargesContract, type ListedCharge } from '#shared/money/charges.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ReasonDialog, type ReasonAction } from './ReasonDialog.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';

test('a refund defaults to the remaining amount, and is sent in whole cents', async () => {
  const { server, hand, onClose } = open('refund');
  server.on(chargesContract.refund, { ...row, source: 'refund', cents: -1905 });
  expect(hand.field('Betrag in Euro').value).toBe('39,90');
  await hand.reads('Höchstens 39,90 €');
  await hand.fill('Betrag in Euro', '19,05');
  await hand.fill('Grund', 'Umzug');
  await hand.press('Erstatten');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent).toEqual([{ method: 'POST', address: `/charges/${id}/refunds`, body: { version: 2, cents: 1905, reason: 'Umzug' } }]);
  await hand.reads('Die Erstattung ist angelegt.');
});

test.each([
  ['0,29', 29],
  ['1,15', 115],
  ['10,20', 1020],
  ['33,33', 3333],
])('%s euros are %i cents, without a rounding error', async (typed, cents) => {
  const { server, hand, onClose } = open('refund');
  server.on(chargesContract.refund, { ...row, source: 'refund', cents: -cents });
  await hand.fill('Betrag in Euro', typed);
  await hand.fill('Grund', 'Umzug');
  await hand.press('Erstatten');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({ cents });
});

test('the proposal is prefilled, and can be changed', () => {
  const { hand } = open('refund', { cents: 1200, reason: 'Kurs abgesagt' });
  expect(hand.field('Betrag in Euro').value).toBe('12,00');
  expect(hand.field('Grund').value).toBe('Kurs abgesagt');
});

test('reason and amount are required, and the button says which of them is missing', async () => {
  const { server, hand } = open('refund');
  await hand.fill('Grund', '   ');
  await hand.press('Erstatten');
  await waitFor(() => expect(hand.problem('Grund')).toBe('Bitte ausfüllen.'));
  await hand.fill('Grund', 'Umzug');
  await hand.fill('Betrag in Euro', '0');
  await hand.press('Erstatten');
  await waitFor(() => expect(hand.problem('Betrag in Euro')).toBeTruthy());
  expect(server.sent).toEqual([]);
});

test('more than the remaining amount is refused at the amount, and the input is kept', async () => {
  const { server, hand, onClose } = open('refund');
  server.on(chargesContract.refund, () => refuse('invalid-input', { cents: 'Höchstens 39,90 €.' }));
  await hand.fill('Betrag in Euro', '60');
  await hand.fill('Grund', 'Umzug');
  await hand.press('Erstatten');
  await waitFor(() => expect(hand.problem('Betrag in Euro')).toBe('Höchstens 39,90 €.'));
  expect(hand.field('Grund').value).toBe('Umzug');
  expect(onClose).not.toHaveBeenCalled();
});

test.each<[ReasonAction, string, string]>([
  ['written_off', 'Erlassen', 'Erlassen.'],
  ['cancelled', 'Stornieren', 'Storniert.'],
])('a charge becomes %s with a reason and without an amount, also by the Enter key', async (action, verb, words) => {
  const { server, hand, onClose } = open(action);
  server.on(chargesContract.setState, [{ ...row, state: 'cancelled' }]);
  expect(() => hand.field('Betrag in Euro')).toThrow();
  await hand.reads(`${verb}: RWA-1`);
  await hand.fill('Grund', 'Härtefall');
  await hand.user.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent).toEqual([
    { method: 'POST', address: '/charges/state', body: { items: [{ id, version: 2 }], to: action, reason: 'Härtefall' } },
  ]);
  await hand.reads(words);
});

test('a refund is created only once while the request is pending', async () => {
  const { server, hand, onClose } = open('refund', { cents: 1200, reason: 'Kurs abgesagt' });
  const answered = Promise.withResolvers<void>();
  server.on(chargesContract.refund, () => answered.promise.then(() => row));
  await hand.press('Erstatten');
  await waitFor(() => expect(hand.button('Erstatten').disabled).toBe(true));
  await hand.press('Erstatten');
  answered.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent).toHaveLength(1);
});

const row: ListedCharge = {
  id,
  reference: 'RWA-1',
  name: 'Ina Igel',
  payer: 'Ole Ohm',
  isOrganisation: false,
  courseId: null,
  courseTitle: '',
  source: 'course',
  label: 'Turnen',
  cents: 4990,
  refundedCents: 1000,
  settledCents: 4990,
  waivedCents: 0,
  dunningLevel: null,
  deferredUntil: null,
  splitOf: null,
  payerId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12',
  dueOn: '2026-11-01',
  method: 'transfer',
  state: 'paid',
  paidOn: '2026-11-02',
  reason: '',
  version: 2,
};

function open(action: ReasonAction, proposal?: { cents: number; reason: string }) {
  const server = signIn(userOf('admin'));
  const onClose = vi.fn();
  return { server, onClose, hand: show(<ReasonDialog row={row} action={action} {...(proposal && { proposal })} onClose={onClose} />) };
}
