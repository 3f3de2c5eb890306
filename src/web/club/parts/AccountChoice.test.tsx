import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clubAccountsContract, type ClubAccount } from '#shared/club/bankAccounts/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { AccountChoice } from './AccountChoice.tsx';

const account: ClubAccount = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  name: 'Girokonto',
  line: 'Girokonto, DE•• •••• 2051',
  holder: 'Rot-Weiß Auenfeld',
  iban: 'DE02120300000000202051',
  bic: '',
  creditorId: '',
  formerCreditorId: '',
  isCollect: true,
  isPay: false,
  endedOn: null,
  isMain: true,
  isUsed: false,
  isConfirmed: true,
  mayConfirm: false,
  version: 1,
};
const savings = {
  ...account,
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  line: 'Tagesgeld, DE•• •••• 6199',
  isCollect: false,
  isPay: true,
};

test('the choice stands at its place before the accounts are known, and then begins with the one in use', async () => {
  const server = signIn(userOf('admin'));
  server.on(clubAccountsContract.list, [account, savings]);
  show(<AccountChoice label="Vom Konto" use="isPay" value={undefined} onChange={vi.fn()} />);
  const choice = screen.getByLabelText<HTMLSelectElement>('Vom Konto');
  expect(choice.value).toBe('');
  await screen.findByRole('option', { name: /Tagesgeld/ });
  expect([screen.getByLabelText('Vom Konto') === choice, choice.value]).toEqual([true, savings.id]);
});
