import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ledgerContract, type LedgerAccount } from '#shared/money/ledger/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { AccountForm } from './AccountForm.tsx';

const account: LedgerAccount = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  name: 'Kurse Halle',
  sphere: 'purpose',
  sources: ['course'],
  endedOn: null,
  isUsed: false,
  rules: [],
  version: 3,
};

function open(stored?: LedgerAccount) {
  const server = signIn(userOf('admin'));
  const onDone = vi.fn<() => void>();
  return { server, onDone, hand: show(<AccountForm club="RWA" account={stored} onDone={onDone} />) };
}

test('a new account has a name, a sphere and sources', async () => {
  const { server, hand, onDone } = open();
  server.on(ledgerContract.create, account);
  await hand.fill('Name', 'Kurse Halle');
  await hand.choose('Bereich', 'Zweckbetrieb');
  await hand.choose('Forderungen', 'Kurse');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toMatchObject([
    { address: '/ledger-accounts', body: { club: 'RWA', name: 'Kurse Halle', sphere: 'purpose', sources: ['course'] } },
  ]);
});

test('an account in use keeps its name; a refusal is shown at its field', async () => {
  const { server, hand, onDone } = open({ ...account, isUsed: true });
  server.on(ledgerContract.update, () => refuse('invalid-input', { sources: '„Kurse“ bucht schon auf „Reha“.' }));
  expect(hand.field('Name').readOnly).toBe(true);
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Forderungen')).toBe('„Kurse“ bucht schon auf „Reha“.'));
  expect(onDone).not.toHaveBeenCalled();
});
