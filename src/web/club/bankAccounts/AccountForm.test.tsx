import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clubAccountsContract, type ClubAccount } from '#shared/club/bankAccounts/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { AccountForm } from './AccountForm.tsx';

const giro: ClubAccount = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  name: 'Girokonto',
  holder: 'Rot-Weiß Auenfeld e. V.',
  iban: 'DE02120300000000202051',
  bic: '',
  creditorId: 'DE98ZZZ09999999999',
  formerCreditorId: '',
  isCollect: true,
  isPay: true,
  isMain: true,
  isUsed: true,
  isConfirmed: true,
  mayConfirm: false,
  endedOn: null,
  line: 'Girokonto, DE•• •••• 2051',
  version: 3,
};

function open(account: ClubAccount | undefined, others: readonly ClubAccount[]) {
  const server = signIn(userOf('admin'));
  const onDone = vi.fn<() => void>();
  return { server, onDone, hand: show(<AccountForm club="RWA" account={account} others={others} onDone={onDone} />) };
}

test('the first account of a club collects and pays; its IBAN may be typed with spaces', async () => {
  const { server, hand, onDone } = open(undefined, []);
  server.on(clubAccountsContract.create, giro);
  await hand.fill('Name', 'Girokonto');
  await hand.fill('Kontoinhaber', 'Rot-Weiß Auenfeld e. V.');
  await hand.fill('IBAN', 'DE02 1203 0000 0000 2020 51');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(server.sent).toMatchObject([
    {
      address: '/club-accounts',
      body: { club: 'RWA', name: 'Girokonto', iban: 'DE02 1203 0000 0000 2020 51', isCollect: true, isPay: true },
    },
  ]);
});

test('another account takes over the holder and neither collects nor pays by itself; a refusal is shown at its field', async () => {
  const { server, hand, onDone } = open(undefined, [giro]);
  server.on(clubAccountsContract.create, () => refuse('invalid-input', { iban: 'Diese IBAN hat schon „Girokonto“.' }));
  expect(hand.field('Kontoinhaber').value).toBe('Rot-Weiß Auenfeld e. V.');
  await hand.fill('Name', 'Tagesgeld');
  await hand.fill('IBAN', 'DE02120300000000202051');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('IBAN')).toBe('Diese IBAN hat schon „Girokonto“.'));
  expect(onDone).not.toHaveBeenCalled();
  expect(server.sent).toMatchObject([{ body: { holder: 'Rot-Weiß Auenfeld e. V.', isCollect: false, isPay: false } }]);
});

test('an account with money keeps its IBAN; a wrong creditor identifier is not sent', async () => {
  const { server, hand } = open(giro, [giro]);
  expect(hand.field('IBAN').readOnly).toBe(true);
  await hand.fill('Gläubiger-Identifikationsnummer', 'DE97ZZZ09999999999');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Gläubiger-Identifikationsnummer')).toContain('stimmt nicht'));
  expect(server.sent).toEqual([]);
});
