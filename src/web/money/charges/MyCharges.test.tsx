import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chargesContract, type OwnCharge } from '#shared/money/charges.ts';
import { paymentsContract } from '#shared/money/payments.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { MyCharges } from './MyCharges.tsx';

const charge: OwnCharge = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  reference: 'RWA-100001',
  club: 'RWA',
  name: 'Mila Muster',
  label: 'Kinderturnen',
  cents: 4000,
  settledCents: 1000,
  dueOn: '2026-12-01',
  deferredUntil: null,
  method: 'transfer',
  state: 'open',
  paidOn: null,
  account: { name: 'RWA Probe', iban: 'DE02120300000000202051' },
  accountReference: 'RWA-K10007',
};
const second = { ...charge, id: '9d7a8a31-5b7c-4c57-8d0f-000000000002', reference: 'RWA-100002', settledCents: 0 };
const collected: OwnCharge = { ...charge, id: '9d7a8a31-5b7c-4c57-8d0f-000000000003', reference: 'RWA-100003', method: 'sepa' };

function shown(charges: OwnCharge[]) {
  signIn(userOf('reader')).on(chargesContract.mine, charges).on(paymentsContract.ownCredit, []);
  return show(<MyCharges />);
}

test('what is to be transferred is paid in one, with the number of the account; what is collected is not in it', async () => {
  const hand = shown([charge, second, collected]);
  await hand.reads(/2 Forderungen mit einer Überweisung bezahlen: 70,00\s€/);
  expect(screen.getAllByText('Nur diese überweisen')).toHaveLength(2);
  const facts = screen.getByLabelText('Überweisung RWA-K10007');
  expect(within(facts).getByText(/70,00/)).toBeTruthy();
});

test('a single one, or one that somebody else pays, has its own reference alone', async () => {
  const hand = shown([charge, { ...second, accountReference: null }]);
  await hand.reads(/RWA-100002/);
  expect(screen.queryByText(/mit einer Überweisung/)).toBeNull();
});
