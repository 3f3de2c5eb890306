import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { expensesContract, type FullExpense } from '#shared/money/expenses/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { ExpenseForm } from './ExpenseForm.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

const turnen = { id: '8d7a8a31-5b7c-4c57-8d0f-000000000002', name: 'Turnen' };
const known: FullExpense = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000004',
  club: 'RWA',
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000005',
  person: 'Vogel, Vera',
  departmentId: null,
  department: '',
  spentOn: '2026-11-20',
  cents: 4990,
  km: null,
  purpose: 'Trainingsbälle',
  category: null,
  state: 'rejected',
  rejectReason: 'Beleg unleserlich',
  submittedAt: '2026-11-21T08:00:00.000Z',
  decidedBy: 'Anton Amt',
  payout: '',
  isOwn: true,
  mayDecide: false,
  waivableUntil: null,
  version: 3,
  vouchers: [{ path: 'RWA/expenses/8d7a/1a2b3c4d-bon.pdf', name: '1a2b3c4d-bon.pdf', contentType: 'application/pdf', sizeBytes: 2000 }],
};

const open = (of?: FullExpense) => {
  const server = signIn(userOf('reader'));
  const onDone = vi.fn();
  const hand = show(<ExpenseForm userId={userOf('reader').id} kmCents={30} departments={[turnen]} of={of} onDone={onDone} />);
  return { server, hand, onDone };
};

test('an expense needs a voucher, an amount and what it was for; each lack is told at its field', async () => {
  const { server, hand } = open();
  await hand.press('Einreichen');
  expect(hand.problem('Betrag')).toBe('Bitte einen Betrag angeben.');
  expect(hand.problem('Wofür')).toBe('Bitte ausfüllen.');
  await hand.reads('Bitte mindestens einen Beleg als Foto oder PDF.');
  expect(server.sent).toEqual([]);
});

test('kilometres need no voucher, and their sum is shown', async () => {
  const { server, hand, onDone } = open();
  server.on(expensesContract.create, { ...known, state: 'submitted' });
  await hand.user.click(screen.getByLabelText('Gefahrene Kilometer'));
  await hand.press('Einreichen');
  expect(hand.problem('Kilometer')).toBe('Bitte die gefahrenen Kilometer angeben.');
  await hand.fill('Kilometer', '84');
  await hand.reads(/zusammen 25,20/);
  await hand.fill('Wofür', 'Fahrt zum Turnier');
  await hand.fill('Tag', '20.11.2026');
  await hand.press('Einreichen');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const body = { km: 84, cents: null, vouchers: [], purpose: 'Fahrt zum Turnier', spentOn: '2026-11-20', departmentId: null };
  expect(server.sent).toEqual([expect.objectContaining({ method: 'POST', address: '/expenses', body })]);
});

test('a returned expense keeps its vouchers until they are removed; errors of the server are at their field', async () => {
  const { server, hand, onDone } = open(known);
  server.on(expensesContract.update, () => refuse('invalid-input', { spentOn: 'Das ist mehr als drei Jahre her.' }));
  await hand.fill('Betrag', '59,90');
  await hand.press('Einreichen');
  await waitFor(() => expect(hand.problem('Tag')).toBe('Das ist mehr als drei Jahre her.'));
  expect(onDone).not.toHaveBeenCalled();
  const body = { cents: 5990, km: null, vouchers: [known.vouchers[0]?.path], version: 3 };
  expect(server.sent).toMatchObject([{ method: 'PUT', address: `/expenses/${known.id}`, body }]);
  await hand.press('Beleg entfernen: bon.pdf');
  await hand.press('Einreichen');
  await hand.reads('Bitte mindestens einen Beleg als Foto oder PDF.');
  expect(server.sent).toHaveLength(1);
});
