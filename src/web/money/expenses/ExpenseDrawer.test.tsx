import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expensesContract, type FullExpense } from '#shared/money/expenses/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ExpenseDrawer } from './ExpenseDrawer.tsx';

const id = '8d7a8a31-5b7c-4c57-8d0f-000000000004';
const expenseOf = (changes: Partial<FullExpense> = {}): FullExpense => ({
  id,
  club: 'RWA',
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000005',
  person: 'Ohm, Ole',
  departmentId: null,
  department: 'Turnen',
  spentOn: '2026-11-20',
  cents: 2520,
  km: 84,
  purpose: 'Fahrt zum Turnier',
  category: null,
  state: 'submitted',
  rejectReason: '',
  submittedAt: '2026-11-21T08:00:00.000Z',
  decidedBy: '',
  payout: '',
  isOwn: false,
  mayDecide: true,
  waivableUntil: null,
  version: 3,
  vouchers: [],
  ...changes,
});

function open(expense: FullExpense) {
  const server = signIn(userOf('trainer')).on(expensesContract.read, expense);
  return { server, hand: show(<ExpenseDrawer id={id} onOpen={() => undefined} onClose={() => undefined} />) };
}

test('an expense is approved with the category of the books, proposed by what it is', async () => {
  const { server, hand } = open(expenseOf());
  server.on(expensesContract.decide, expenseOf({ state: 'approved', category: 'travel' }));
  await waitFor(() => expect((hand.field('Buchungskonto') as unknown as HTMLSelectElement).value).toBe('travel'));
  await hand.press('Genehmigen');
  const body = { version: 3, isApproved: true, category: 'travel' };
  await waitFor(() => expect(server.sent).toMatchObject([{ address: `/expenses/${id}/decision`, body }]));
});

test('an expense is returned with a reason only', async () => {
  const { server, hand } = open(expenseOf());
  server.on(expensesContract.decide, expenseOf({ state: 'rejected', rejectReason: 'Doppelt' }));
  await waitFor(() => hand.button('Zurückgeben …'));
  await hand.press('Zurückgeben …');
  await hand.press('Zurückgeben');
  expect(hand.problem('Grund')).toBe('Bitte ausfüllen.');
  expect(server.sent).toEqual([]);
  await hand.fill('Grund', 'Doppelt');
  await hand.press('Zurückgeben');
  await waitFor(() => expect(server.sent).toMatchObject([{ body: { version: 3, isApproved: false, reason: 'Doppelt' } }]));
});

test.each([
  [{ mayDecide: false, cents: 25_000 }, /Über 200,00.€ entscheidet der Vorstand/],
  [{ mayDecide: false, isOwn: true }, /Ihre eigene Auslage prüft jemand anderes/],
])('who may not decide reads why', async (changes, words) => {
  const { hand } = open(expenseOf(changes));
  await hand.reads(words);
  expect(screen.queryByRole('button', { name: 'Genehmigen' })).toBeNull();
});
