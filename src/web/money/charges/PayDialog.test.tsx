import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chargesContract, type ListedCharge } from '#shared/money/charges.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { PayDialog } from './PayDialog.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';

beforeEach(() => void vi.setSystemTime('2026-11-22T23:30:00Z'));

test("by default a payment is recorded for today with the charge's method", async () => {
  const { server, hand, onClose } = open(charge());
  server.on(chargesContract.setState, [{ ...charge(), state: 'paid', version: 3 }]);
  await hand.reads('Ina Igel, RWA-1: 49,90 €');
  await hand.press('Bezahlt');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: '/charges/state',
      body: { items: [{ id, version: 2 }], to: 'paid', paidOn: '2026-11-23', reason: '' },
    },
  ]);
  await hand.reads('1 Forderung ist bezahlt.');
});

test('day and method of a payment can be changed', async () => {
  const { server, hand, onClose } = open(charge());
  server.on(chargesContract.setState, [charge()]);
  await hand.fill('Eingegangen am', '20.11.2026');
  await hand.choose('Zahlungsart', 'bar');
  await hand.press('Bezahlt');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({ to: 'paid', paidOn: '2026-11-20', method: 'cash' });
});

test('a payment cannot be in the future: the previous day is kept', async () => {
  const { hand } = open(charge());
  await hand.fill('Eingegangen am', '24.11.2026');
  await hand.user.tab();
  expect(hand.problem('Eingegangen am')).toBe('24.11.2026 ist zu spät, möglich ist der 23.11.2026 oder früher.');
});

test('an accidental payment is undone, with the version that it created', async () => {
  const { server, hand } = open(charge());
  server.on(chargesContract.setState, [{ ...charge(), state: 'paid', version: 3 }]);
  await hand.press('Bezahlt');
  await hand.press('Rückgängig');
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent[1]?.body).toEqual({ items: [{ id, version: 3 }], to: 'open', reason: '' });
});

test('a refusal is shown, and the dialog stays open with the input', async () => {
  const { server, hand, onClose } = open(charge());
  server.on(chargesContract.setState, () => refuse('conflict'));
  await hand.fill('Eingegangen am', '20.11.2026');
  await hand.press('Bezahlt');
  await hand.reads('Das wurde inzwischen geändert. Bitte laden Sie neu.');
  expect(hand.field('Eingegangen am').value).toBe('20.11.2026');
  expect(onClose).not.toHaveBeenCalled();
});

test('a payment is recorded only once while the request is pending', async () => {
  const { server, hand, onClose } = open(charge());
  const answered = Promise.withResolvers<void>();
  server.on(chargesContract.setState, () => answered.promise.then(() => [charge()]));
  await hand.press('Bezahlt');
  await waitFor(() => expect(hand.button('Bezahlt').disabled).toBe(true));
  await hand.press('Bezahlt');
  answered.resolve();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent).toHaveLength(1);
});

function charge(other: Partial<ListedCharge> = {}): ListedCharge {
  return {
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
    refundedCents: 0,
    settledCents: 0,
    waivedCents: 0,
    dunningLevel: null,
    deferredUntil: null,
    splitOf: null,
    payerId: '3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b12',
    dueOn: '2026-11-01',
    method: 'transfer',
    state: 'open',
    paidOn: null,
    reason: '',
    version: 2,
    ...other,
  };
}

function open(row: ListedCharge) {
  const server = signIn(userOf('admin'));
  const onClose = vi.fn();
  return { server, onClose, hand: show(<PayDialog row={row} onClose={onClose} />) };
}
