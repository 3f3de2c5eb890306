import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expensesContract, type FullExpense } from '#shared/money/expenses/contract.ts';
import { payoutsContract } from '#shared/money/payouts/contract.ts';
import { showAtAddress, signIn, userOf } from '#test/web/page.tsx';
import { OwnExpenses } from './OwnExpenses.tsx';

const id = '8d7a8a31-5b7c-4c57-8d0f-000000000004';
const expenseOf = (changes: Partial<FullExpense> = {}): FullExpense => ({
  id,
  club: 'RWA',
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000005',
  person: 'Vogel, Vera',
  departmentId: null,
  department: '',
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
  isOwn: true,
  mayDecide: false,
  waivableUntil: null,
  version: 3,
  vouchers: [],
  ...changes,
});

async function open(expenses: FullExpense[], account: string | null = 'DE•• 2051', address = '/profile/expenses') {
  const payee = { personId: id, club: 'RWA' as const, name: 'Vera Vogel', account, holder: 'Vera Vogel', payableFrom: null };
  const server = signIn(userOf('reader'))
    .on(expensesContract.own, { isLinked: true, kmCents: 30, departments: [], expenses })
    .on(payoutsContract.ownAccounts, [payee]);
  return { server, hand: await showAtAddress(<OwnExpenses />, address) };
}

test('who waits for money without an account is led to where one enters it', async () => {
  const { hand } = await open([expenseOf()], null);
  await hand.reads(/fehlt noch Ihr Konto/);
  expect(screen.getByRole('link', { name: '„Konto für Auszahlungen“' }).getAttribute('href')).toBe('/profile/payments#auszahlung');
});

test.each([
  [[expenseOf()], 'DE•• 2051'],
  [[expenseOf({ state: 'paid' })], null],
])('who has an account, or waits for nothing, is asked for none', async (expenses, account) => {
  const { hand } = await open(expenses, account);
  await hand.reads('Fahrt zum Turnier');
  expect(screen.queryByText(/fehlt noch Ihr Konto/)).toBeNull();
});

test('a submitted expense can be withdrawn after a question', async () => {
  const { server, hand } = await open([expenseOf()], 'DE•• 2051', `/profile/expenses?open=${id}`);
  server.on(expensesContract.remove, { ok: true });
  await hand.press('Zurückziehen');
  await hand.reads('„Fahrt zum Turnier“ zurückziehen?');
  expect(server.sent).toEqual([]);
  const question = await screen.findByRole('dialog', { name: /zurückziehen\?/ });
  await hand.user.click(within(question).getByRole('button', { name: 'Zurückziehen' }));
  await waitFor(() => expect(server.sent).toMatchObject([{ method: 'DELETE', address: `/expenses/${id}` }]));
});

test('an approved expense can be waived after a question, while that is possible', async () => {
  const approved = expenseOf({ state: 'approved', waivableUntil: '2027-02-21' });
  const { server, hand } = await open([approved], 'DE•• 2051', `/profile/expenses?open=${id}`);
  server.on(expensesContract.waive, { ...approved, state: 'waived', waivableUntil: null });
  await hand.reads(/bis zum 21.02.2027/);
  await hand.press('Ich verzichte auf die Erstattung');
  await hand.press('Auf die Erstattung verzichten');
  await waitFor(() => expect(server.sent).toMatchObject([{ address: `/expenses/${id}/waiver`, body: { version: 3 } }]));
});

test('what is approved is neither changed nor withdrawn, and too late nothing is waived', async () => {
  const { hand } = await open([expenseOf({ state: 'approved' })], 'DE•• 2051', `/profile/expenses?open=${id}`);
  await waitFor(() => expect(hand.button('Schließen')).toBeDefined());
  for (const name of ['Ändern', 'Zurückziehen', 'Ich verzichte auf die Erstattung'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});
